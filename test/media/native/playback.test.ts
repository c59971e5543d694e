import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { readEmbedded } from '../../../shared/media/native/embedding.ts';
import type { ClipOptions } from '../../../synthetic/clip-encoder.ts';
import { embed, encodeClip, ffmpegView, mediabunnyView, utf8 } from './clips.ts';
import { withOpenEnd, withOverrun, withoutSizes } from './variants.ts';

const clips: Record<
  string,
  Omit<ClipOptions, 'width' | 'height' | 'ticksPerSecond'> & { change?: (file: Buffer) => Buffer }
> = {
  'MP4 with its index in front': { container: 'mp4', muxerOptions: { movflags: '+faststart' } },
  'MP4 with its index at the end, B-frames and a rotation': { container: 'mp4', bFrames: 2, rotation: 90 },
  'MP4 whose last box is open-ended': {
    container: 'mp4',
    muxerOptions: { movflags: '+faststart' },
    change: withOpenEnd,
  },
  'MP4 whose last box runs past its end': {
    container: 'mp4',
    muxerOptions: { movflags: '+faststart' },
    change: withOverrun,
  },
  'MP4 with zeros behind its last box': {
    container: 'mp4',
    change: (file) => Buffer.concat([file, Buffer.alloc(100)]),
  },
  'fragmented MP4': {
    container: 'mp4',
    keyInterval: 6,
    muxerOptions: { movflags: '+frag_keyframe+empty_moov' },
  },
  'fragmented MP4 without random access box': {
    container: 'mp4',
    keyInterval: 6,
    muxerOptions: { movflags: '+frag_keyframe+empty_moov+skip_trailer' },
  },
  MOV: { container: 'mov', bFrames: 2 },
  'HEVC in MP4': { container: 'mp4', codec: 'hevc' },
  'WebM with VP9': { container: 'webm' },
  'WebM with VP8 and one cluster a key frame': {
    container: 'webm',
    codec: 'vp8',
    keyInterval: 6,
    muxerOptions: { cluster_time_limit: '200' },
  },
  'WebM with bytes behind its Segment': {
    container: 'webm',
    change: (file) => Buffer.concat([file, Buffer.alloc(100)]),
  },
  'WebM as recorded: sizes unknown': { container: 'webm', change: withoutSizes },
};

const first = utf8(JSON.stringify({ schemaVersion: '1.0', layers: [{ id: 'a', name: 'größer ✓' }] }));
const second = utf8(JSON.stringify({ schemaVersion: '1.0', objects: { list: 'x'.repeat(300_000) } }));

describe.each(Object.entries(clips))('%s', (_, { change = (file: Buffer) => file, ...options }) => {
  const original = encodeClip(options).then(change);
  const { container } = options;

  test('plays as the original does, in FFmpeg and in mediabunny', async () => {
    const exported = await embed(container, await original, first);
    const expected = await ffmpegView(await original);
    expect(expected.pictures).toHaveLength(24);
    expect(await ffmpegView(exported)).toEqual(expected);
    expect(await mediabunnyView(exported)).toEqual(await mediabunnyView(await original));
  });

  test('gives the document back; the original holds none', async () => {
    const exported = await embed(container, await original, first);
    expect(await readEmbedded(container, bytesSource(exported))).toEqual(Buffer.from(first));
    expect(await readEmbedded(container, bytesSource(await original))).toBeNull();
  });

  test('an export of an export is the export of the original with the new document', async () => {
    const fresh = await embed(container, await original, second);
    const again = await embed(container, await embed(container, await original, first), second);
    expect(again.equals(fresh)).toBe(true);
    const back = await embed(container, again, first);
    expect(back.equals(await embed(container, await original, first))).toBe(true);
  });
});
