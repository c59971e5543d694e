import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The exit code of a command that ended because of it: 128 + the signal's number, as shells have it. */
  exitCode(): number;
}

type StopSignal = 'SIGINT' | 'SIGTERM';

/** The process as far as it is needed here. */
type SignalledProcess = Pick<EventEmitter, 'on'> & { exit(code: number): void };

/**
 * npm passes a Ctrl-C on to a process that has it from the terminal already. Signals so close together (milliseconds)
 * count as one.
 */
const SAME_INTERRUPTION = 500;

/** Turns the first SIGINT or SIGTERM into an abort, so that a command can end cleanly; the next one ends it at once. */
export function interruption(
  process: SignalledProcess,
  now: () => number = performance.now.bind(performance),
): Interruption {
  const controller = new AbortController();
  let first: { at: number; code: number } | null = null;
  const onSignal = (name: StopSignal): void => {
    const code = 128 + constants.signals[name];
    if (first === null) {
      first = { at: now(), code };
      controller.abort(new Error(`ended by ${name}`));
    } else if (now() - first.at > SAME_INTERRUPTION) {
      process.exit(code);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => onSignal(name));
  return { signal: controller.signal, exitCode: () => first?.code ?? 0 };
}
