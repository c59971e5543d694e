import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { s3 } from '../files/s3.ts';

/** A version of an object, or a delete marker. */
interface Entry {
  /** Epoch milliseconds; S3 has whole seconds. */
  readonly modifiedAt: number;
  readonly versionId: string;
}

/** What was under a key of a versioned bucket. */
export interface KeyHistory {
  readonly key: string;
  /** Whether it is deleted now. */
  readonly isDeleted: boolean;
  readonly versions: readonly Entry[];
  readonly markers: readonly Entry[];
}

export interface ObjectHistory {
  /** The keys below a prefix, in order, those of deleted objects too. */
  list(prefix: string): AsyncGenerator<KeyHistory>;
  /**
   * Removes a version for good, or a delete marker: once an object has none that is newer than its versions, it is there again.
   */
  remove(key: string, versionId: string): Promise<void>;
}

interface Draft extends KeyHistory {
  isDeleted: boolean;
  versions: Entry[];
  markers: Entry[];
}

export function openObjectHistory(environment: Environment): ObjectHistory {
  const Bucket = requireVariable(environment, MEDIA_BUCKET.env);

  /** Versions and markers; within a page in the order of keys. */
  async function* entries(Prefix: string) {
    let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await s3().send(new ListObjectVersionsCommand({ Bucket, Prefix, ...marker }));
      const listed = [
        ...(page.Versions ?? []).map((version) => ({ ...version, isMarker: false })),
        ...(page.DeleteMarkers ?? []).map((version) => ({ ...version, isMarker: true })),
      ];
      const found = listed.map(({ Key = '', VersionId = '', LastModified, IsLatest = false, isMarker }) => ({
        key: Buffer.from(Key),
        entry: { versionId: VersionId, modifiedAt: LastModified?.getTime() ?? 0 },
        isMarker,
        isLatest: IsLatest,
      }));
      // S3 orders keys by their bytes.
      yield* found.sort((a, b) => Buffer.compare(a.key, b.key));
      if (page.IsTruncated !== true) return;
      marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
  }

  return {
    async *list(prefix) {
      let current = null as Draft | null;
      for await (const { key: bytes, entry, isMarker, isLatest } of entries(prefix)) {
        const key = bytes.toString();
        if (current?.key !== key) {
          if (current !== null) yield current;
          current = { key, isDeleted: false, versions: [], markers: [] };
        }
        current[isMarker ? 'markers' : 'versions'].push(entry);
        if (isMarker && isLatest) current.isDeleted = true;
      }
      if (current !== null) yield current;
    },

    async remove(Key, VersionId) {
      await s3().send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    },
  };
}
