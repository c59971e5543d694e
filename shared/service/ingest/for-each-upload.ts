import { parseUploadKey } from '../../stores/files/media-keys.ts';

/** Whose upload an object is: null for an object that is no upload of a video. */
type Owner = ReturnType<typeof parseUploadKey>;

/**
 * Works on the objects of one notification, one after the other. One that fails does not keep the others from being processed.
 * @throws what the work threw, after all were processed
 */
export async function forEachUpload(
  keys: readonly string[],
  work: (key: string, owner: Owner) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const key of keys) {
    await work(key, parseUploadKey(key)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} of ${keys.length} uploads failed`);
  if (failures.length === 1) throw failures[0];
}
