import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InferenceError } from '../errors.ts';

/** What a file is known by. */
interface FileBuild {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A file is read once: its digest holds as long as its size, inode and modification time stay the same. */
const digests = new Map<string, string>();

/**
 * Whether the file exists.
 * @throws InferenceError MODEL_UNFIT when it matches none of the builds
 */
export async function isVerifiedFile(file: string, builds: readonly FileBuild[]): Promise<boolean> {
  const found = await stat(file, { bigint: true }).catch(nullIfAbsent);
  if (found === null) return false;
  if (!found.isFile()) throw new InferenceError('MODEL_UNFIT', `${file} is not a file`);
  const sizes = builds.map(({ size }) => size);
  if (!sizes.includes(Number(found.size)))
    throw new InferenceError(
      'MODEL_UNFIT',
      `${file} has ${found.size} bytes instead of ${sizes.join(' or ')}`,
    );
  const key = [file, found.ino, found.size, found.mtimeNs].join(':');
  const sha256 = digests.get(key) ?? (await sha256Of(file));
  digests.set(key, sha256);
  if (!builds.some((build) => build.sha256 === sha256))
    throw new InferenceError('MODEL_UNFIT', `${file} has the SHA-256 ${sha256}, which is no known build`);
  return true;
}

/** Turns the error of a missing file into null; rethrows all others. */
export function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
