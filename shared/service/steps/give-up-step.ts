import type { DetectionMessage } from '../../contract/messages.ts';
import { failStep } from './fail-step.ts';

/** Fails what a step belongs to that killed its worker, or ran out of time, on every attempt. */
export const giveUpStep = (
  stores: Parameters<typeof failStep>[0],
  message: DetectionMessage,
): Promise<void> =>
  failStep(stores, message, {
    code: 'WORKER_DIED',
    message: 'The detector died or ran out of time on every attempt.',
  });
