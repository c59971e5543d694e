import type { MediaError } from '../../media/media-error.ts';

/** What is wrong with a media file, as videos and jobs report it. */
export const mediaFailure = ({ reason, message }: MediaError): { code: string; message: string } => ({
  code: reason.toUpperCase().replaceAll('-', '_'),
  message,
});
