import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { requireAnnouncedVideo } from '../../../shared/media/container/announced-video.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { videoFailure } from '../../../shared/service/failure.ts';
import { fullDecode } from '../../support/clips/full-decode.ts';
import { isoBox } from '../../support/clips/iso-box.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { encodeClip } from '../native/clips.ts';

/** Of 24 frames. */
let mp4: Buffer;

beforeAll(async () => {
  mp4 = await encodeClip({ container: 'mp4' });
});

const movieOf = (file: Buffer): Buffer => {
  const start = file.indexOf('moov') - 4;
  return file.subarray(start, start + file.readUInt32BE(start));
};

/** The file with another movie box. No sample is behind it, so that none moves. */
function withMovie(file: Buffer, movie: Buffer): Buffer {
  const start = file.indexOf(movieOf(file));
  expect(start + movieOf(file).length).toBe(file.length);
  return Buffer.concat([file.subarray(0, start), movie]);
}

/** As QuickTime Pro wrote it (QuickTime File Format, "Compressed Movie Resources"). */
function compressed(file: Buffer): Buffer {
  const movie = movieOf(file);
  const content = isoBox('cmvd', [movie.length], deflateSync(movie));
  return withMovie(file, isoBox('moov', isoBox('cmov', isoBox('dcom', Buffer.from('zlib')), content)));
}

/** Refused in a form, as well as after a direct upload, which is looked at only when it is complete. */
async function refusal(file: Uint8Array): Promise<string> {
  const reader = new StructureReader(bytesSource(file));
  const error = await requireAnnouncedVideo('mp4', reader).catch((error: unknown) => error);
  expect(error).toMatchObject({ reason: 'unsupported-header' });
  await expect(probeVideo(bytesSource(file))).rejects.toEqual(error);
  const { code, message } = videoFailure(error as Parameters<typeof videoFailure>[0]);
  expect(code).toBe('UNSUPPORTED_FORMAT');
  return message;
}

test('a compressed header, which FFmpeg opens but no browser, is named, with what to do', async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  const name = path.join(folder.path, 'compressed.mov');
  await writeFile(name, compressed(mp4));
  expect(fullDecode(name)).toHaveLength(24);
  expect(await refusal(compressed(mp4))).toMatch(
    /^The header of the file is compressed.*ffmpeg -i FILE -c copy/,
  );
});

test('a segment without its header is named', async () => {
  const fragmented = await encodeClip({
    container: 'mp4',
    muxerOptions: { movflags: '+frag_keyframe+empty_moov' },
  });
  const [start, moof] = [fragmented.indexOf('moov') - 4, fragmented.indexOf('moof') - 4];
  const segment = Buffer.concat([fragmented.subarray(0, start), fragmented.subarray(moof)]);
  expect(await refusal(segment)).toContain('segment without its header');
  const named = { message: expect.stringContaining('segment without its header') };
  await expect(probeVideo(bytesSource(fragmented.subarray(moof)))).rejects.toMatchObject(named);
});

test('an initialization segment is named', async () => {
  const fragmented = await encodeClip({
    container: 'mp4',
    muxerOptions: { movflags: '+frag_keyframe+empty_moov' },
  });
  const initial = fragmented.subarray(0, fragmented.indexOf('moof') - 4);
  expect(await refusal(initial)).toContain('an initialization segment, without pictures. Join');
});

/** A data reference that names a file (QuickTime File Format, "Data Reference Atoms"). */
const alias = isoBox('alis', [0], Buffer.from('00000000009600020000', 'hex'), Buffer.from('film.mov'));

test('a reference movie of QuickTime is named', async () => {
  const reference = isoBox('rmra', isoBox('rmda', isoBox('rdrf', [0], Buffer.from('url '), [0])));
  expect(await refusal(withMovie(mp4, isoBox('moov', reference)))).toContain('reference movie');
});

/** The file with another data reference than FFmpeg's, an empty `url ` of this file. */
function withReference(file: Buffer, reference: Buffer): Buffer {
  const own = isoBox('url ', [1]);
  const at = file.indexOf(own);
  const grown = Buffer.concat([file.subarray(0, at), reference, file.subarray(at + own.length)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const start = grown.indexOf(type) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(start) + reference.length - own.length, start);
  }
  return grown;
}

test('a file whose samples are in another one says so', async () => {
  expect(await refusal(withReference(mp4, alias))).toContain('only names the file');
  expect(await refusal(withReference(mp4, isoBox('url ', [0], Buffer.from('film.mp4\0'))))).toContain(
    'only names',
  );
});

test.each([
  ['an alias of itself', Buffer.concat([alias.subarray(0, 11), Buffer.of(1), alias.subarray(12)])],
  ['a reference without flag and name', isoBox('url ', [0])],
  ['a reference without flag and with an empty name', isoBox('url ', [0], Buffer.of(0))],
])('%s is no other file', async (_, reference) => {
  const { frames } = await probeVideo(bytesSource(withReference(mp4, reference)));
  expect(frames.times).toHaveLength(24);
});
