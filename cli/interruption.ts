import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';

export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The exit code of an interrupted command: 128 + the signal's number, as in shells. */
  exitCode(): number;
}

type StopSignal = 'SIGINT' | 'SIGTERM';

/** The part of `process` that is used here. */
type SignalledProcess = Pick<EventEmitter, 'on'> & { exit(code: number): void };

/**
 * Under npm a Ctrl-C arrives twice: from the terminal and from npm. Signals closer together than this
 * (milliseconds) count as one.
 */
const SAME_INTERRUPTION_MS = 500;

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
    } else if (now() - first.at > SAME_INTERRUPTION_MS) {
      process.exit(code);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => onSignal(name));
  return { signal: controller.signal, exitCode: () => first?.code ?? 0 };
}
