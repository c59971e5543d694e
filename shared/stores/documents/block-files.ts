import type { MediaFiles } from '../files/media-files.ts';
import type { StoredBlock } from './block-index.ts';
import { decompress } from './gzip.ts';

/** What a version refers to is not there: its video is being deleted, or data were lost. */
export class MissingPart extends Error {}

export const missingPart = (key: string): Error => new MissingPart(`Part ${key} of a document is missing`);

/** Compressed bytes that are read and decompressed at a time: at first few, so that an answer begins soon. */
const FIRST_WINDOW_BYTES = 64 * 1024;
const WINDOW_BYTES = 512 * 1024;
/** Bytes between two blocks of an object that are read with them rather than by a request of their own. */
const GAP_BYTES = 64 * 1024;

/** Blocks of parts, as objects hold them. */
export interface BlockFiles {
  /** @throws MissingPart also where the object has lost its end */
  range(key: string, start: number, end: number): Promise<Uint8Array>;
  /** The compressed texts of blocks, each read once. */
  read(blocks: readonly StoredBlock[]): Promise<Uint8Array[]>;
  /** The text of blocks. */
  text(blocks: readonly StoredBlock[]): Promise<Buffer>;
  /** The same, some blocks at a time. */
  stream(blocks: readonly StoredBlock[]): AsyncGenerator<Buffer>;
}

export function blockFiles(files: Pick<MediaFiles, 'range'>): BlockFiles {
  const range = async (key: string, start: number, end: number): Promise<Uint8Array> => {
    const bytes = await files.range(key, start, end);
    if (bytes === null || bytes.length < end - start) throw missingPart(key);
    return bytes;
  };

  /** The compressed texts of blocks, each read once. */
  const read = async (blocks: readonly StoredBlock[]): Promise<Uint8Array[]> => {
    const ranges = rangesOf(blocks);
    const pieces = await Promise.all(
      ranges.map(async ({ key, start, end }) => ({ key, start, end, bytes: await range(key, start, end) })),
    );
    return blocks.map((block) => {
      const found = pieces.find(
        ({ key, start, end }) => key === block.key && start <= block.at && block.at + block.bytes <= end,
      );
      if (found === undefined) throw missingPart(block.key);
      const at = block.at - found.start;
      return found.bytes.subarray(at, at + block.bytes);
    });
  };

  const text = async (blocks: readonly StoredBlock[]): Promise<Buffer> =>
    decompress(
      Buffer.concat(await read(blocks)),
      blocks.reduce((sum, { size }) => sum + size, 0),
    );

  return {
    range,
    read,
    text,
    async *stream(blocks) {
      for (const window of windowsOf(blocks)) yield await text(window);
    },
  };
}

/** All blocks, some at a time. */
function* windowsOf(blocks: readonly StoredBlock[]): Generator<StoredBlock[]> {
  let window: StoredBlock[] = [];
  let held = 0;
  let most = FIRST_WINDOW_BYTES;
  for (const block of blocks) {
    window.push(block);
    held += block.bytes;
    if (held < most) continue;
    yield window;
    [window, held, most] = [[], 0, Math.min(2 * most, WINDOW_BYTES)];
  }
  if (window.length > 0) yield window;
}

/** What to read of the objects that hold blocks. */
function rangesOf(blocks: readonly StoredBlock[]): { key: string; start: number; end: number }[] {
  return [...Map.groupBy(blocks, ({ key }) => key)].flatMap(([key, held]) => {
    const ranges: { key: string; start: number; end: number }[] = [];
    for (const { at, bytes } of held.sort((a, b) => a.at - b.at)) {
      const last = ranges.at(-1);
      if (last !== undefined && at <= last.end + GAP_BYTES) last.end = Math.max(last.end, at + bytes);
      else ranges.push({ key, start: at, end: at + bytes });
    }
    return ranges;
  });
}
