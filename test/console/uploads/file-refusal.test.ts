import { describe, expect, test } from 'vitest';
import { fileRefusal } from '../../../console/uploads/file-refusal.ts';
import { isoBox } from '../../support/clips/iso-box.ts';

const GIB = 2 ** 30;

const ftyp = isoBox('ftyp', Buffer.from('isom'), [0], Buffer.from('isom'));

/** A movie of one track: its handler, and the sample entry of what it holds. */
const movieOf = (handler: string, entry: string, ...tables: readonly Buffer[]): Buffer =>
  isoBox(
    'moov',
    isoBox(
      'trak',
      isoBox(
        'mdia',
        isoBox('hdlr', [0, 0], Buffer.from(handler), [0, 0, 0]),
        isoBox('minf', isoBox('stbl', isoBox('stsd', [0, 1], isoBox(entry, Buffer.alloc(78))), ...tables)),
      ),
    ),
  );

/** A file of this size, all zeros between its beginning and its end, which is read in ranges alone. */
function largeFile(size: number, head: Buffer, tail: Buffer): { file: File; bytesRead: () => number } {
  let bytesRead = 0;
  const slice = (start = 0, end = size): Blob => {
    bytesRead += end - start;
    const bytes = new Uint8Array(end - start);
    const put = (part: Uint8Array, at: number) => {
      const from = Math.max(0, start - at);
      if (at < end && from < part.length) bytes.set(part.subarray(from, end - at), Math.max(0, at - start));
    };
    put(head, 0);
    put(tail, size - tail.length);
    return new Blob([bytes]);
  };
  return {
    file: Object.defineProperties(new File([], 'large.mp4'), {
      size: { value: size },
      slice: { value: slice, writable: true },
    }),
    bytesRead: () => bytesRead,
  };
}

/** An MP4 of this size whose movie box is its last one. */
function movieAtEnd(size: number, movie: Buffer): ReturnType<typeof largeFile> {
  const length = size - ftyp.length - movie.length;
  const mdat = isoBox('mdat', [Math.floor(length / 2 ** 32), length]);
  mdat.writeUInt32BE(1, 0);
  return largeFile(size, Buffer.concat([ftyp, mdat]), movie);
}

describe('a file is refused before it is sent', () => {
  test('by its first bytes, whatever its name', async () => {
    expect(await fileRefusal(new File(['#EXTM3U\n'], 'a.mp4'))).toContain('a playlist (HLS)');
    expect(await fileRefusal(new File([''], 'a.mp4'))).toBe('The file is empty.');
  });

  test.each([
    ['with sound alone', 'soun', 'mp4a', 'The file has no video track.'],
    ['that is encrypted', 'vide', 'encv', 'The video is encrypted.'],
    ['in another codec', 'vide', 'CFHD', 'Video in CineForm (CFHD) cannot be decoded.'],
  ])('of 10 GiB %s, by a header at its end, of which little is read', async (_, handler, entry, words) => {
    const { file, bytesRead } = movieAtEnd(10 * GIB, movieOf(handler, entry));
    expect(await fileRefusal(file)).toContain(words);
    expect(bytesRead()).toBeLessThan(64 * 1024);
  });
});

test('a file of 10 GiB is refused before it is sent where its tables name no samples, unless fragments may follow', async () => {
  const tableOf = (samples: number) => isoBox('stsz', [0, 0, samples]);
  const refusalOf = (movie: Buffer) => fileRefusal(movieAtEnd(10 * GIB, movie).file);
  expect(await refusalOf(movieOf('vide', 'avc1', tableOf(0)))).toBe('The video has no frames.');
  expect(await refusalOf(movieOf('vide', 'avc1', tableOf(1)))).toBeNull();
  expect(await refusalOf(Buffer.concat([movieOf('vide', 'avc1', tableOf(0)), isoBox('moof')]))).toBeNull();
});

describe('a file is left to the service', () => {
  test('whose header announces a video', async () => {
    expect(await fileRefusal(movieAtEnd(10 * GIB, movieOf('vide', 'avc1')).file)).toBeNull();
  });

  test('that is cut off before it says what is in it', async () => {
    const { file } = movieAtEnd(100_000, movieOf('soun', 'mp4a'));
    expect(await fileRefusal(new File([file.slice(0, 99_900)], 'a.mp4'))).toBeNull();
  });

  test('that cannot be read, at once or on the way', async () => {
    for (const readable of [0, 1]) {
      const { file } = movieAtEnd(GIB, movieOf('soun', 'mp4a'));
      const { slice } = file;
      let reads = 0;
      file.slice = (start, end) => {
        reads += 1;
        const arrayBuffer = () => Promise.reject(new Error('gone'));
        return reads > readable ? Object.assign(new Blob(), { arrayBuffer }) : slice(start, end);
      };
      expect(await fileRefusal(file)).toBeNull();
      expect(reads).toBe(readable + 1);
    }
  });

  test('whose disk does not answer in time', async () => {
    const { file } = movieAtEnd(GIB, movieOf('soun', 'mp4a'));
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    file.slice = () =>
      Object.assign(new Blob(), {
        arrayBuffer: () => {
          ask();
          return new Promise<ArrayBuffer>(() => {});
        },
      });
    const timeout = new AbortController();
    const refusal = fileRefusal(file, timeout.signal);
    await asked;
    timeout.abort();
    expect(await refusal).toBeNull();
  });

  test('of more parts than a page can look at', async () => {
    const parts = Buffer.concat(Array.from({ length: 30_000 }, () => isoBox('free')));
    const { file } = largeFile(GIB, Buffer.concat([ftyp, parts]), movieOf('soun', 'mp4a'));
    expect(await fileRefusal(file)).toBeNull();
  });
});
