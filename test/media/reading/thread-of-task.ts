import { spawn } from 'node:child_process';
import { threadId } from 'node:worker_threads';
import type { ByteSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { MediaError } from '../../../shared/media/headers/media-error.ts';
import { noteProcess } from '../../../shared/media/processes/thread-processes.ts';
import { serveSource } from '../../../shared/media/reading/source-worker.ts';

/** How a thread ends that has started a process; `stand still`: it does not. */
type Ending = 'fail' | 'crash' | 'stand still';

/** Starts a process that does not end by itself, and says which by a read from the byte of its number. */
function startProcess(source: ByteSource): void {
  const child = spawn('sleep', ['600']);
  noteProcess(child);
  const { pid = 0 } = child;
  void source.read(pid, pid + 1);
}

/** A thread's work in tests: says in which thread it runs and what it has read; `fail` and `crash` do what they say. */
serveSource(async (source, work: 'read' | 'read on' | Ending | `start, then ${Ending}`) => {
  if (work.startsWith('start')) startProcess(source);
  const task = work.replace('start, then ', '');
  if (task === 'stand still') for (;;);
  const [first] = await source.read(0, 1);
  if (task === 'fail') throw new MediaError('malformed', 'damaged');
  if (task === 'crash') throw new Error('out of order');
  // Beyond the end of the next source.
  if (task === 'read on') void source.read(source.size - 1, source.size);
  return { threadId, first };
});
