import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TableName } from '../../shared/contract/resources.ts';
import { STREAM_CONSUMERS } from '../../shared/contract/stream-consumers.ts';
import { announceChanges } from './announce-changes.ts';
import { type ReportedError, restoreError } from './reported-error.ts';

interface WorkerOptions {
  variables: Record<string, string>;
  /** Called when the process has ended unexpectedly, or could not be started. */
  onCrash: (reason: string) => void;
  /** Called for what fails in it without ending it, as a call to a queue. */
  onError: (error: Error) => void;
}

export interface Worker {
  /** Has it look into the stream of a table. */
  announceChange(table: TableName): void;
  close(): Promise<void>;
}

/** Tables whose streams feed functions. */
const CONSUMED = new Set<TableName>(STREAM_CONSUMERS.flatMap(({ streams }) => streams));
const RESTART_DELAY_MS = 500;
/**
 * V8 doubles the room for new objects the longer a process works, up to 64 MB twice over. Frames leave little behind, so that more
 * room only makes the process grow with the length of videos.
 */
const NEW_OBJECTS_MB = 16;
/** A unit or a segment may take longer; it is repeated at the next start. Somebody waits in front of a terminal. */
const STOP_PATIENCE_MS = 2000;

/** Variables of the process: where it keeps how far the streams of tables are read, and how often it looks into them unasked. */
export const streamVariables = (dataDir: string, intervalMs: number | undefined) => ({
  STREAM_POSITIONS: path.join(dataDir, 'streams'),
  STREAM_INTERVAL_MS: String(intervalMs ?? ''),
});

/** Starts the worker process and restarts it after a crash; the interrupted work comes back through the queue. */
export function startWorker({ variables, onCrash, onError }: WorkerOptions): Worker {
  let child: ChildProcess;
  let restart: NodeJS.Timeout | undefined;
  let closing = false;

  const start = (): void => {
    child = fork(new URL('./worker-process.ts', import.meta.url), {
      env: { ...process.env, ...variables },
      execArgv: [...process.execArgv, `--max-semi-space-size=${NEW_OBJECTS_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A process group of its own, so that Ctrl-C does not end it or its decoders before the service does.
      detached: true,
    });
    const startAgain = (reason: string): void => {
      if (closing) return;
      onCrash(reason);
      restart = setTimeout(start, RESTART_DELAY_MS);
    };
    child.on('message', (reported: ReportedError) => onError(restoreError(reported)));
    child.on('exit', (code, signal) => startAgain(`worker ended with ${signal ?? `code ${code}`}`));
    child.on('error', ({ message }) => {
      if (child.pid === undefined) startAgain(`worker not started: ${message}`);
    });
  };
  start();
  const announce = announceChanges((changed) => {
    // A process that starts looks by itself.
    if (child.connected) child.send({ changed }, () => {});
  });

  return {
    announceChange(table) {
      if (CONSUMED.has(table)) announce(table);
    },

    async close() {
      closing = true;
      clearTimeout(restart);
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.send('stop', () => {});
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}
