import { vi } from 'vitest';
import { Turns } from '../../../shared/kernel/runtime/turns.ts';
import { afterFile } from '../service/after-file.ts';

/** Has writers meet as those of different processes do, which know nothing of each other's turns, in the tests of this file. */
export function withoutTurns(): void {
  const spy = vi.spyOn(Turns.prototype, 'take').mockResolvedValue({ end() {}, waited: false });
  afterFile(() => spy.mockRestore());
}
