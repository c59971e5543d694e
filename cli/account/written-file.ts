import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../failures.ts';

/** A file as it is on the disk. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly sha256: string;
}

async function* measured(chunks: AsyncIterable<Uint8Array>, into: (file: WrittenFile) => void) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  into({ bytes, sha256: hash.digest('hex') });
}

/** Writes a file of any size that only its owner may read. It has its name once it is complete and on the disk. */
export async function writeWhole(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<WrittenFile> {
  let written: WrittenFile = { bytes: 0, sha256: '' };
  const measuring = measured(chunks, (measure) => {
    written = measure;
  });
  const draft = `${file}.part`;
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  await pipeline(Readable.from(measuring), target, { signal });
  await rename(draft, file);
  return written;
}

export const writeText = (file: string, text: string, signal: AbortSignal): Promise<WrittenFile> =>
  writeWhole(file, Readable.from([Buffer.from(text)]), signal);

/** What there is under a name; null where there is nothing that can be read. */
export async function readMeasure(file: string): Promise<WrittenFile | null> {
  let found: WrittenFile | null = null;
  const measuring = measured(createReadStream(file), (measure) => {
    found = measure;
  });
  try {
    for await (const _ of measuring);
  } catch {
    return null;
  }
  return found;
}

/** Says of a disk that is full what to do. */
export function explainFull(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new CommandFailure(
    'NO_SPACE',
    `The disk of ${folder} is full: make room and run the same command again, which goes on.`,
    { cause: error },
  );
}
