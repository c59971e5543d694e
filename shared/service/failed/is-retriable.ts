/**
 * Failures that say something about the service when they happened, and little or nothing about the file: work given up
 * after several attempts, and limits of time and memory, which a deployment can raise.
 */
const RETRIABLE: ReadonlySet<string> = new Set([
  'INGEST_FAILED',
  'NOT_STARTED',
  'DETECTION_FAILED',
  'WORKER_DIED',
  'TIMEOUT',
  'OUT_OF_MEMORY',
  'DECODER_CRASHED',
]);

/** Whether another attempt may end otherwise, though nobody changes the file. */
export const isRetriable = ({ code }: { code: string }): boolean => RETRIABLE.has(code);
