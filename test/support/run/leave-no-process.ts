import { descendants, killIfAlive, processesVisible } from '../service/processes.ts';

/** Ends what this process has started, such as services and browsers, and then itself. */
function endAll(): void {
  if (processesVisible) for (const child of descendants(process.pid)) killIfAlive(child);
  // Vitest replaces `process.exit`.
  process.kill(process.pid, 'SIGKILL');
}

// The run is over or interrupted, or its main process has been killed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endAll);
process.once('disconnect', endAll);
