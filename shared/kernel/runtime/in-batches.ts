/**
 * Works on items as they are found, `size` at a time.
 * @returns how many
 * @throws what `work` first failed with; nothing goes on in the background then
 */
export async function forEachOf<T>(
  items: AsyncIterable<T>,
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(items, size)) {
    const outcomes = await Promise.allSettled(batch.map(work));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    count += batch.length;
  }
  return count;
}

/** Items as they are found, `size` at a time; the last batch may be smaller, and none is empty. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[], void> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
