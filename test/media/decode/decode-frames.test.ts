import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestOptions, test } from 'vitest';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import {
  type DecodedFrame,
  decodeFrames,
  type FrameOutput,
} from '../../../shared/media/decode/decode-frames.ts';
import { orientPicture } from '../../../shared/media/decode/orient-picture.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import type { VideoProbe } from '../../../shared/media/probe/video-probe.ts';
import { type FileSource, fileSource } from '../../../shared/media/reading/file-source.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';
import { type FieldCodedClip, fieldCodedClip } from '../../support/clips/field-coded-clip.ts';
import {
  type NumberedClipOptions,
  numberedClip,
  numberedSize,
  shownNumber,
} from '../../support/clips/numbered-clip.ts';
import { withoutReorderDepth, withWrongReorderDepth } from '../../support/clips/reorder-depth.ts';
import { longFrom } from '../../support/run/long.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const even = (frames: number): number[] => [...Array(frames).keys()];
const uneven = [0, 1, 2, 9, 10, 30, 31, 32, 33, 90, 91, 100, 101, 102, 104, 105];

interface Clip extends NumberedClipOptions {
  /** Writes the clip in place of `numberedClip`. */
  readonly write?: (file: string) => Promise<void>;
  /** Changes to the file that the muxer has written. */
  readonly change?: (file: Buffer) => void;
}

function fieldCoded(
  container: Clip['container'],
  options: Omit<FieldCodedClip, 'frames' | 'keyInterval'>,
): Clip {
  return {
    container,
    ticks: even(20),
    write: (file) => fieldCodedClip(file, { ...options, frames: 20, keyInterval: 6 }),
  };
}

/** Every kind of timing and reordering that must not shift a frame number. */
const clips: Record<string, Clip> = {
  'H.264 MP4, B-frames': { container: 'mp4', ticks: even(60), bFrames: 3, keyInterval: 25 },
  'H.264 MP4, B-frames, open groups of pictures': {
    container: 'mp4',
    ticks: even(60),
    bFrames: 3,
    keyInterval: 15,
    encoderOptions: { 'x264-params': 'log=0:open-gop=1:b-pyramid=normal' },
  },
  ...Object.fromEntries(
    Object.entries({
      'does not say how deep it reorders': withoutReorderDepth,
      'says that it does not reorder': withWrongReorderDepth,
    }).map(([name, change]): [string, Clip] => [
      `H.264 MOV that ${name}`,
      {
        container: 'mov',
        ticks: even(40),
        bFrames: 7,
        encoderOptions: { 'x264-params': 'log=0:b-adapt=0:b-pyramid=normal' },
        change,
      },
    ]),
  ),
  'H.264 MP4, variable frame rate': { container: 'mp4', ticks: uneven, bFrames: 2, keyInterval: 5 },
  'H.264 MP4, fragmented': {
    container: 'mp4',
    ticks: even(40),
    bFrames: 3,
    keyInterval: 10,
    muxerOptions: { movflags: 'frag_keyframe+empty_moov' },
  },
  'H.264 MP4, a group of pictures in the movie box, the others in fragments': {
    container: 'mp4',
    ticks: even(40),
    bFrames: 3,
    keyInterval: 10,
    muxerOptions: { movflags: 'frag_keyframe' },
  },
  'H.264 MP4, one picture in the movie box, each other in a fragment of its own': {
    container: 'mp4',
    ticks: uneven,
    bFrames: 2,
    keyInterval: 5,
    muxerOptions: { movflags: 'frag_every_frame' },
  },
  'H.264 MOV, first frame late': { container: 'mov', ticks: even(30).map((tick) => tick + 45), bFrames: 2 },
  'HEVC MP4, B-frames': { container: 'mp4', codec: 'hevc', ticks: even(40), bFrames: 3, keyInterval: 12 },
  ...Object.fromEntries(
    Object.entries({
      'pyramids of B-frames': 'bframes=7:b-adapt=0:b-pyramid=1:ref=4',
      'open groups of pictures': 'bframes=4:b-adapt=0:b-pyramid=1:open-gop=1:keyint=15:min-keyint=15',
      'temporal sub-layers': 'bframes=8:b-adapt=0:b-pyramid=1:temporal-layers=3',
      'order counts of 4 bits': 'bframes=3:b-adapt=0:b-pyramid=1:log2-max-poc-lsb=4',
      'parameter sets at every key frame': 'bframes=3:repeat-headers=1:keyint=10',
    }).map(([name, params]): [string, NumberedClipOptions] => [
      `HEVC MP4, ${name}`,
      {
        container: 'mp4',
        codec: 'hevc',
        ticks: even(60),
        encoderOptions: { preset: 'medium', 'x265-params': `log-level=none:pools=none:${params}` },
      },
    ]),
  ),
  'H.264 MP4, frames of two fields': {
    container: 'mp4',
    ticks: even(20),
    bFrames: 2,
    keyInterval: 6,
    encoderOptions: { flags: '+ildct' },
  },
  'HEVC MP4, frames of two fields': {
    container: 'mp4',
    codec: 'hevc',
    ticks: even(20),
    keyInterval: 6,
    encoderOptions: { 'x265-params': 'log-level=none:pools=none:interlace=tff' },
  },
  'ProRes MOV, frames of two fields': {
    container: 'mov',
    codec: 'prores',
    ticks: even(6),
    encoderOptions: { flags: '+ildct' },
  },
  'H.264 MP4, each picture two coded fields': fieldCoded('mp4', { fieldSamples: false }),
  'H.264 MOV, each sample a field': fieldCoded('mov', { fieldSamples: true }),
  'H.264 MP4, each sample a field, fragmented': fieldCoded('mp4', {
    fieldSamples: true,
    muxerOptions: { movflags: 'frag_keyframe+empty_moov' },
  }),
  'H.264 MP4, a sample entry for each half': fieldCoded('mp4', { fieldSamples: false, otherEntryFrom: 12 }),
  'H.264 MOV, each sample a field, a sample entry for each half': fieldCoded('mov', {
    fieldSamples: true,
    otherEntryFrom: 12,
  }),
  'VP9 WebM, variable frame rate': { container: 'webm', ticks: uneven, keyInterval: 6 },
  'VP8 WebM': { container: 'webm', codec: 'vp8', ticks: even(60), keyInterval: 20 },
};

const asCoded: FrameOutput = { ...numberedSize, format: 'gray8' };

async function collect(frames: AsyncIterable<DecodedFrame>): Promise<DecodedFrame[]> {
  const all: DecodedFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  folder = temporaryFolder();
});
afterAll(() => folder[Symbol.dispose]());

async function openClip(
  name: string,
  { change, write, ...options }: Clip,
): Promise<[FileSource, VideoProbe]> {
  const file = path.join(folder.path, `${name.replace(/\W+/g, '-')}.${options.container}`);
  await (write ? write(file) : numberedClip(file, options));
  if (change) await changeFile(file, change);
  const source = await fileSource(file);
  return [source, await probeVideo(source)];
}

async function changeFile(file: string, change: (content: Buffer) => void): Promise<void> {
  const content = await readFile(file);
  change(content);
  await writeFile(file, content);
}

/** Of each codec, container and kind of structure one; the others vary what an encoder or a muxer may do. */
const USUAL = [
  'HEVC MP4, open groups of pictures',
  'H.264 MP4, fragmented',
  'VP9 WebM, variable frame rate',
  'H.264 MP4, variable frame rate',
  'H.264 MOV, first frame late',
  'HEVC MP4, pyramids of B-frames',
  'HEVC MP4, frames of two fields',
  'ProRes MOV, frames of two fields',
  'H.264 MP4, each picture two coded fields',
  'H.264 MOV, each sample a field',
  'VP8 WebM',
];

describe.each(USUAL)('%s', (name) => {
  expectFrames(name, longFrom(3, USUAL.indexOf(name)));
});

describe.each(Object.keys(clips).filter((name) => !USUAL.includes(name)))('%s', { tags: 'long' }, (name) => {
  expectFrames(name, {});
});

function expectFrames(name: string, ofSelections: TestOptions): void {
  const options = clips[name] as Clip;
  let source: FileSource;
  let probe: VideoProbe;
  let all: DecodedFrame[];

  beforeAll(async () => {
    [source, probe] = await openClip(name, options);
    all = await collect(decodeFrames(source, probe.frames, [...probe.frames.times.keys()], asCoded));
  });
  afterAll(() => source.close());

  test('frame k shows the k-th picture, at its time', () => {
    expect(probe.frames.times).toHaveLength(options.ticks.length);
    expect(all.map(({ data }) => shownNumber(data))).toEqual(options.ticks.map((_, k) => k));
    expect(all.map(({ frame }) => frame)).toEqual(options.ticks.map((_, k) => k));
    const start = all[0]?.time ?? 0;
    const ticks = all.map(({ time }) => Math.round((time - start) * 30));
    expect(ticks).toEqual(options.ticks.map((tick) => tick - (options.ticks[0] ?? 0)));
  });

  test(
    'any selection, and each group of pictures alone, gives the same bytes as decoding everything',
    ofSelections,
    async () => {
      const count = options.ticks.length;
      const everyNth = (n: number) => even(count).filter((k) => k % n === n - 1);
      const { keyFrames } = probe.frames;
      const groups = [...keyFrames].map((key, i) => even(count).slice(key, keyFrames[i + 1]));
      const selections = [...groups, [count - 1], [Math.floor(count / 2)], everyNth(3), everyNth(7)];
      for (const selection of selections) {
        const picked = await collect(decodeFrames(source, probe.frames, selection, asCoded));
        expect(picked.map(({ frame }) => frame)).toEqual(selection);
        for (const { frame, data } of picked)
          expect(Buffer.compare(data, all[frame]?.data ?? data.slice(1))).toBe(0);
      }
    },
  );
}

describe('the form of the pictures', () => {
  const ticks = even(8);

  test.each([90, 180, 270] as const)('a clip turned by %i degrees is delivered upright', async (rotation) => {
    const [source, probe] = await openClip(`turned-${rotation}`, { container: 'mp4', ticks, rotation });
    await using _ = source;
    const { width, height } = probe;
    const frames = await collect(
      decodeFrames(source, probe.frames, [5, 6], { width, height, format: 'gray8' }),
    );
    const back = { 90: 270, 180: 180, 270: 90 } as const;
    const numbers = frames.map(({ data }) => {
      const coded = new Uint8Array(data.length);
      orientPicture(data, coded, { width, height, channels: 1 }, { rotation: back[rotation], flip: false });
      return shownNumber(coded);
    });
    expect(numbers).toEqual([5, 6]);
  });

  test('colours are right and the size is exactly the one asked for', async () => {
    const [source, probe] = await openClip('colour', { container: 'mp4', ticks });
    await using _ = source;
    const [frame] = await collect(
      decodeFrames(source, probe.frames, [1], { width: 31, height: 17, format: 'rgb24' }),
    );
    expect(frame?.data).toHaveLength(31 * 17 * 3);
    // Frame 1 is black but for the block in its lower right corner.
    const pixel = (x: number, y: number) => [
      ...(frame?.data ?? []).slice((y * 31 + x) * 3, (y * 31 + x + 1) * 3),
    ];
    for (const value of pixel(3, 3)) expect(value).toBeLessThan(32);
    for (const value of pixel(28, 15)) expect(value).toBeGreaterThan(220);
  });
});

test('frames with equal times keep the order of their data, also where decoding begins at each of them', async () => {
  const [source, { frames }] = await openClip('equal-times', {
    container: 'mp4',
    ticks: even(5),
    keyInterval: 1,
    // The length of every sample (`stts`, ISO/IEC 14496-12, 8.6.1.2).
    change: (file) => file.writeUInt32BE(0, file.indexOf('stts') + 16),
  });
  await using _ = source;
  expect([...frames.times]).toEqual([0, 0, 0, 0, 0]);
  for (const wanted of [even(5), [2, 4], [3]]) {
    const decoded = await collect(decodeFrames(source, frames, wanted, asCoded));
    expect(decoded.map(({ data }) => shownNumber(data))).toEqual(wanted);
  }
});

test('VP8 pictures that are only referred to are decoded, but are no frames', async () => {
  const [original] = await openClip('hidden', { container: 'webm', codec: 'vp8', ticks: even(20) });
  await using _ = original;
  const bytes = Buffer.from(await original.read(0, original.size));
  const hidden = 7;
  const offset = await packetOffset(original, bytes, hidden);
  bytes.writeUInt8(bytes.readUInt8(offset) & ~0x10, offset); // show_frame, RFC 6386, 9.1
  const source = bytesSource(bytes);
  const { frames } = await probeVideo(source);
  expect(frames.times).toHaveLength(19);
  const decoded = await collect(decodeFrames(source, frames, even(19), asCoded));
  expect(decoded.map(({ data }) => shownNumber(data))).toEqual(even(20).filter((k) => k !== hidden));
});

/** Where the data of the n-th packet lies in the file. */
async function packetOffset(source: ByteSource, bytes: Buffer, n: number): Promise<number> {
  using video = await openVideo(source, 'sequential');
  let packet = await video.packets.getFirstPacket();
  for (let i = 0; i < n && packet; i++) packet = await video.packets.getNextPacket(packet);
  return bytes.indexOf(packet?.data ?? 'no such packet');
}

describe('what makes no sense is refused before anything starts', () => {
  test('no frames wanted: nothing is read and no process is started', async () => {
    const untouched: ByteSource = { size: 1, read: () => Promise.reject(new Error('read')) };
    const index = { timescale: 1, times: Float64Array.of(0), endTime: 1, keyFrames: Uint32Array.of(0) };
    expect(await collect(decodeFrames(untouched, index, [], asCoded))).toEqual([]);
  });

  test('frames that do not ascend, do not exist, or sizes that are none, are RangeErrors', async () => {
    const untouched: ByteSource = { size: 1, read: () => Promise.reject(new Error('read')) };
    const index = { timescale: 1, times: Float64Array.of(0, 1, 2), endTime: 3, keyFrames: Uint32Array.of(0) };
    for (const frames of [[1, 1], [2, 1], [3], [-1], [0.5]]) {
      await expect(collect(decodeFrames(untouched, index, frames, asCoded))).rejects.toThrow(RangeError);
    }
    for (const width of [0, 1.5, Number.NaN, 1e6]) {
      await expect(collect(decodeFrames(untouched, index, [0], { ...asCoded, width }))).rejects.toThrow(
        RangeError,
      );
    }
  });
});
