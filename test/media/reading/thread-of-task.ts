import { threadId } from 'node:worker_threads';
import { MediaError } from '../../../shared/media/media-error.ts';
import { serveSource } from '../../../shared/media/reading/source-worker.ts';

/** A thread's work in tests: says in which thread it runs and what it has read; `fail` and `crash` do what they say. */
serveSource(async (source, task: 'read' | 'read on' | 'fail' | 'crash') => {
  const [first] = await source.read(0, 1);
  if (task === 'fail') throw new MediaError('malformed', 'damaged');
  if (task === 'crash') throw new Error('out of order');
  // Beyond the end of the next source.
  if (task === 'read on') void source.read(source.size - 1, source.size);
  return { threadId, first };
});
