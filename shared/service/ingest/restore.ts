import { Worker } from 'node:worker_threads';
import { logger } from '../../kernel/logging/logging.ts';
import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import type { RestoreOutcome, RestoreTask } from './restored-document.ts';

/** Far more than the largest document takes, even beside other work. */
const PATIENCE_MS = 120_000;
/** Twice what `LIMITS.documentMemory` admits: V8 counts the text, and has garbage. */
const HEAP_LIMIT_MIB = 1024;

/**
 * Reads the document of a record in a thread of its own, so that a large one does not block other work. Never throws:
 * when something breaks, the video does without its document.
 */
export async function restore(task: RestoreTask): Promise<RestoreOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<RestoreOutcome>();
  const worker = new Worker(siblingModule(import.meta.url, 'restore-worker'), {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
  });
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`restoring ended with code ${code}`)));
  const deadline = setTimeout(() => reject(new Error('restoring takes too long')), PATIENCE_MS);
  try {
    return await promise;
  } catch (error) {
    logger.error('document not restored', { error: error as Error });
    return { ignored: 'The document in the file could not be read.' };
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}
