import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

/** An upload not completed within this has failed; a native export is assembled in minutes. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Ends multipart uploads that were abandoned: their parts are stored, and paid for, but show up in no listing. */
export async function sweepMultiparts(
  { files, environment: { runtime } }: SweeperStores,
  time: RunTime,
): Promise<Swept> {
  return sweepEach(files.listUploads(), time, async ({ key, uploadId, initiatedAt }) => {
    if (runtime.now() - initiatedAt >= MAX_AGE_MS) await files.abortUpload(key, uploadId);
  });
}
