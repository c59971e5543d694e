import * as z from 'zod';
import { emptyBatch, entryIdsNotDistinct, invalidEntryId, SqsError, tooManyEntries } from './errors.ts';
import { parseInput } from './input.ts';

/** Maximum number of entries in a batch. */
const MAX_ENTRIES = 10;

/** A batch input: entries are objects with an id here, and checked one by one later. */
export const batchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.looseObject({ Id: z.string() })),
});
type Entry = z.infer<typeof batchInput>['Entries'][number];

interface FailedEntry {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

function checkEntries(entries: readonly Entry[]): void {
  if (entries.length === 0) throw emptyBatch();
  if (entries.length > MAX_ENTRIES) throw tooManyEntries(entries.length);
  const seen = new Set<string>();
  for (const { Id } of entries) {
    if (!/^[\w-]{1,80}$/.test(Id)) throw invalidEntryId();
    if (seen.has(Id)) throw entryIdsNotDistinct(Id);
    seen.add(Id);
  }
}

/**
 * Runs `run` on every entry that `schema` accepts; the error of one entry does not stop the others.
 * @throws {SqsError} about the batch as a whole: its size, its ids
 */
export function runBatch<T, R extends object>(
  entries: readonly Entry[],
  schema: z.ZodType<T>,
  run: (entry: T) => R,
): { Successful: (R & { Id: string })[]; Failed: FailedEntry[] } {
  checkEntries(entries);
  const Successful: (R & { Id: string })[] = [];
  const Failed: FailedEntry[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(parseInput(schema, entry)) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.queryCode, Message: error.message });
    }
  }
  return { Successful, Failed };
}
