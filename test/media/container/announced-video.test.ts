import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Container } from '../../../shared/contract/video-formats.ts';
import { VIDEO_CODECS_TEXT } from '../../../shared/contract/video-formats.ts';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { requireAnnouncedVideo } from '../../../shared/media/container/announced-video.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { sampledRows } from '../../support/run/long.ts';
import { encodeClip } from '../native/clips.ts';

let mp4: Buffer;
let webm: Buffer;

beforeAll(async () => {
  mp4 = await encodeClip({ container: 'mp4' });
  webm = await encodeClip({ container: 'webm' });
});

/** The file with the first `from` in its header replaced. */
function inFormat(file: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(file);
  if (
    changed.write(to, file.indexOf(from, Math.max(0, file.indexOf('mdia')), 'latin1'), 'latin1') !==
    from.length
  )
    throw new Error(to);
  return changed;
}

const refusal = (container: Container, file: Uint8Array) =>
  requireAnnouncedVideo(container, new StructureReader(bytesSource(file))).then(
    () => null,
    ({ reason, message }) => ({ reason, message }),
  );

test.each(['vp09', 'vp08', 'av01', 'hvc1'])(
  '%s around H.264 is refused, whoever looks at it',
  async (format) => {
    const file = inFormat(mp4, 'avc1', format);
    const expected = {
      reason: 'unsupported-codec',
      message: expect.stringMatching(new RegExp(`calls its video ${format}, but .*avcC`)),
    };
    expect(await refusal('mp4', file)).toEqual(expected);
    await expect(probeVideo(bytesSource(file))).rejects.toMatchObject(expected);
  },
);

describe('what cannot be decoded is refused by its name', () => {
  const named = (name: string) => ({
    reason: 'unsupported-codec',
    message: `Video in ${name} cannot be decoded. Supported are ${VIDEO_CODECS_TEXT}.`,
  });

  const SAMPLE_ENTRIES: [format: string, name: string][] = [
    ['mp4v', 'MPEG-4 Part 2 (mp4v)'],
    ['s263', 'H.263 (s263)'],
    ['h263', 'H.263 (h263)'],
    ['H263', 'H.263 (H263)'],
    ['vvc1', 'H.266 (VVC) (vvc1)'],
    ['jpeg', 'Motion JPEG (jpeg)'],
    ['AVdn', 'DNxHD (AVdn)'],
    ['CFHD', 'CineForm (CFHD)'],
    ['SVQ3', 'Sorenson Video (SVQ3)'],
    ['m2v1', 'MPEG-2 (m2v1)'],
    ['mjp2', 'Motion JPEG 2000 (mjp2)'],
    ['mjpg', 'Motion JPEG (mjpg)'],
    ['png ', 'PNG pictures (png )'],
    ['zzzz', '“zzzz”'],
    ['\x1b[2J', '“?[2J”'],
  ];

  test.each(SAMPLE_ENTRIES)('MP4 with the sample entry %j', async (format, name) => {
    expect(await refusal('mp4', inFormat(mp4, 'avc1', format))).toEqual(named(name));
  });

  // Which is looked at only when it is complete.
  test.each(sampledRows(SAMPLE_ENTRIES))(
    'MP4 with the sample entry %j in a direct upload, too',
    {
      tags: 'sampled',
    },
    async (format, name) => {
      const probing = probeVideo(bytesSource(inFormat(mp4, 'avc1', format)));
      await expect(probing).rejects.toMatchObject(named(name));
    },
  );

  test.each([
    [0x61, 'MPEG-2 (mp4v.61)'],
    [0x6a, 'MPEG-1 (mp4v.6a)'],
    [0x20, 'MPEG-4 Part 2 (mp4v.20)'],
  ])('MP4 with mp4v of the object type %i', async (type, name) => {
    const file = inFormat(mp4, 'avc1', 'mp4v');
    // Descriptors of a stream and of its decoder, the first with a long form of its length.
    const descriptors = Buffer.from(`00000000038080801b0001000413${type.toString(16)}`, 'hex');
    const configuration = file.indexOf('avcC');
    file.write('esds', configuration, 'latin1');
    descriptors.copy(file, configuration + 4);
    expect((await refusal('mp4', file))?.message).toContain(`Video in ${name} cannot`);
  });

  test('an encrypted video', async () => {
    const expected = { reason: 'unsupported-codec', message: expect.stringContaining('is encrypted') };
    expect(await refusal('mp4', inFormat(mp4, 'avc1', 'encv'))).toMatchObject(expected);
    // In place of its Video element: ContentEncodings with a ContentEncryption.
    const file = Buffer.from(webm);
    const video = file.indexOf('e091b0', 'hex');
    expect(video).toBeGreaterThan(0);
    Buffer.from('6d8090624083503580ec8800000000000000', 'hex').copy(file, video);
    expect(await refusal('webm', file)).toMatchObject(expected);
  });

  test('WebM with another CodecID', async () => {
    const file = inFormat(webm, 'V_VP9', 'V_AVS');
    expect(await refusal('webm', file)).toMatchObject({
      reason: 'unsupported-codec',
      message: expect.stringContaining('“V_AVS”'),
    });
    await expect(probeVideo(bytesSource(file))).rejects.toMatchObject({ reason: 'unsupported-codec' });
  });
});

describe('what may be decoded passes', () => {
  test.each(['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09', 'av01', 'apch', 'AVC1'])(
    'MP4 with %s',
    async (format) => {
      expect(await refusal('mp4', inFormat(inFormat(mp4, 'avcC', 'free'), 'avc1', format))).toBeNull();
    },
  );

  test('WebM with VP9, and with VP8 in a string that is padded with zeros', async () => {
    expect(await refusal('webm', webm)).toBeNull();
    expect(await refusal('webm', inFormat(webm, 'V_VP9', 'V_VP8'))).toBeNull();
    expect(await refusal('webm', inFormat(webm, 'V_VP9', 'V_X\0\0'))).toMatchObject({
      message: expect.stringContaining('“V_X”'),
    });
  });

  test('a file that is cut off before it says what it is', async () => {
    for (const length of [0, 8, 40, mp4.indexOf('stsd')]) {
      expect(await refusal('mp4', mp4.subarray(0, length))).toBeNull();
    }
    for (const length of [0, 5, 40, webm.indexOf('V_VP9')]) {
      expect(await refusal('webm', webm.subarray(0, length))).toBeNull();
    }
  });
});

test('a file with sound only has no video track', async () => {
  expect(await refusal('mp4', inFormat(mp4, 'vide', 'soun'))).toMatchObject({ reason: 'no-video-track' });
});

test('the README lists the codecs that are supported', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');
  expect(readme.replace(/\s+/g, ' ')).toContain(
    `MP4, MOV or WebM with video in one of these: ${VIDEO_CODECS_TEXT}.`,
  );
});
