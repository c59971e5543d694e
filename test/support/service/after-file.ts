import { afterAll } from 'vitest';

const undoings: (() => unknown)[] = [];

// Registered while the file is collected: Vitest ignores an afterAll inside a beforeAll.
afterAll(async () => {
  const failures: unknown[] = [];
  for (const undo of undoings.splice(0).reverse()) {
    try {
      await undo();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Clearing up failed');
});

/** Calls `undo` after the tests of this file, last registered first. May be called anywhere, even in hooks. */
export const afterFile = (undo: () => unknown): void => {
  undoings.push(undo);
};
