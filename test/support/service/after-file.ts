const undoings: (() => unknown)[] = [];

/** Calls `undo` after the tests of this file, last registered first. May be called anywhere, even in hooks. */
export const afterFile = (undo: () => unknown): void => {
  undoings.push(undo);
};

/** Undoes what the tests of the file that ends have registered. @throws what fails, once all has been tried */
export async function undoAll(): Promise<void> {
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
}
