import { afterEach } from 'vitest';
import { type Environment, provideEnvironment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';

interface OffsetClock {
  /** Milliseconds ahead of the system's clock; 0 again after each test. */
  offset: number;
  readonly environment: Environment;
}

/** Gives the functions in this process a clock that the tests of this file can put ahead or back. */
export function provideOffsetClock(variables: Environment['variables'] = process.env): OffsetClock {
  const now = (): number => Date.now() + clock.offset;
  const clock: OffsetClock = {
    offset: 0,
    environment: { variables, runtime: { ...systemRuntime, now } },
  };
  provideEnvironment(clock.environment);
  afterEach(() => {
    clock.offset = 0;
  });
  return clock;
}
