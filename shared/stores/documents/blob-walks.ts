import type { BlobWalk } from '../../domain/document/blob-walk.ts';
import { shortId } from '../../domain/ids.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { condition } from '../dynamodb/expression.ts';
import { getItem } from '../dynamodb/read.ts';
import { putItem, writeOnce } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

/** The walk as it is stored; `walk` is null where there is none, or one that only another release understands. */
export interface StandingWalk {
  walk: BlobWalk | null;
  /** Of the last write; null where there was none. */
  writeId: string | null;
}

/**
 * Where the sweeper is on its walk over the blobs of documents. It is kept among the versions that the walk compares them
 * with: a table that is restored brings the walk of the same moment.
 */
interface BlobWalks {
  read(): Promise<StandingWalk>;
  /** @returns what stands now; null if another run has written, or the walk was taken away, since `standing` was read */
  write(walk: BlobWalk, standing: StandingWalk): Promise<StandingWalk | null>;
}

/** No video has such an id. */
const KEY = { videoId: '#sweeper', version: 0 };
/** Another number for another meaning of what is stored: what does not have it begins anew. */
const FORMAT = 1;

interface StoredWalk {
  writeId: string;
  format: number;
  walk: BlobWalk;
}

export const openBlobWalks = storeFactory('blobWalks', (environment: Environment): BlobWalks => {
  const table = tableName(environment, 'versions');
  const stored = async () => (await getItem(table, KEY)) as StoredWalk | null;

  return {
    async read() {
      const item = await stored();
      return { walk: item?.format === FORMAT ? item.walk : null, writeId: item?.writeId ?? null };
    },

    async write(walk, { writeId: before }) {
      const writeId = shortId(environment.runtime);
      const isUnchanged =
        before === null ? condition`attribute_not_exists(writeId)` : condition`writeId = ${before}`;
      const { made } = await writeOnce<StoredWalk>(
        () => putItem(table, { ...KEY, writeId, format: FORMAT, walk }, isUnchanged),
        stored,
        (standing) => standing.writeId === writeId,
      );
      return made ? { walk, writeId } : null;
    },
  };
});
