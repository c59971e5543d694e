import { z } from 'zod';
import type { TableName } from './resources.ts';

/**
 * The tables that a restore makes as they were. Keys, accounts and identities stay as they are: a restored table of keys
 * would revive those that were revoked since. Counts of requests and the outbox mean nothing later.
 */
export const RESTORED_TABLES = [
  'versions',
  'plugins',
  'jobs',
  'surfaces',
  'usage',
  'idempotency',
  'videos',
] as const satisfies readonly TableName[];

export type RestoredTable = (typeof RESTORED_TABLES)[number];

/** What the objects below these prefixes were is restored from their versions; what lies below others is made again. */
export const RESTORED_PREFIXES = ['uploads', 'documents', 'thumbnails'] as const;
export const EMPTIED_PREFIXES = ['exports', 'jobs', 'surfaces'] as const;

/** Between a table's name and the moment, in the name of its copy. */
export const COPY_INFIX = '-at-';

/** Name of the copy of a table at a moment, such as `videos-at-20261127T225600Z`: who restores that moment again finds it. */
export const copyName = (table: string, at: Date): string =>
  `${table}${COPY_INFIX}${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** The output of the service's stack that names what writes, as JSON. */
export const WRITERS_OUTPUT = 'Writers';

/** What a restore stops, and what starts it again as it was deployed. */
export const writers = z.object({
  /** Functions without which no request is answered and nothing is swept, with the concurrency reserved for each. */
  functions: z.record(z.string(), z.number().nullable()),
  /** Ids of the mappings that feed functions from queues and from the outbox. */
  sources: z.array(z.string()),
  /** What has begun ends within this time. */
  longestRunSeconds: z.number(),
});

export type Writers = z.infer<typeof writers>;
