import { CommandFailure } from './failures.ts';

/** The failure of a command that needs what is known of processed videos. */
export const videoNotReady = (id: string, status: string): CommandFailure =>
  new CommandFailure(
    'VIDEO_NOT_READY',
    `The video is not processed: its status is ${status}; "vms get ${id}" shows more.`,
  );
