import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { MediaError } from '../../../shared/media/headers/media-error.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { fileSource } from '../../../shared/media/reading/file-source.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { sampledRows } from '../../support/run/long.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
/** H.264 in MP4 with B-frames at 30 frames a second, the index in front; 40 frames, a key frame every 10. */
let mp4: Buffer<ArrayBuffer>;
let webm: Buffer<ArrayBuffer>;

const evenTicks = [...Array(40).keys()];

beforeAll(async () => {
  folder = temporaryFolder();
  const file = (name: string) => path.join(folder.path, name);
  const movflags = { movflags: '+faststart' };
  await numberedClip(file('a.mp4'), {
    container: 'mp4',
    ticks: evenTicks,
    bFrames: 3,
    keyInterval: 10,
    encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
    muxerOptions: movflags,
  });
  await numberedClip(file('a.webm'), { container: 'webm', ticks: evenTicks, keyInterval: 10 });
  mp4 = await readFile(file('a.mp4'));
  webm = await readFile(file('a.webm'));
});

afterAll(() => folder[Symbol.dispose]());

async function refusal(file: Uint8Array, limits = {}): Promise<MediaError> {
  const error = await probeVideo(bytesSource(file), limits).then(
    () => new Error('the probe succeeded'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(MediaError);
  return error as MediaError;
}

/** The file with each box of the type `type` changed by `change`; the view begins behind the box's header. */
function patched(file: Uint8Array, type: string, change: (content: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(file);
  const bytes = Buffer.from(copy.buffer);
  for (let at = bytes.indexOf(type); at >= 0; at = bytes.indexOf(type, at + 4)) {
    change(new DataView(copy.buffer, at + 4));
  }
  return copy;
}

describe('what is known of a clip', () => {
  test('MP4 with B-frames', async () => {
    const probe = await probeVideo(bytesSource(mp4));
    expect(probe).toMatchObject({ container: 'mp4', width: 96, height: 64, rotation: 0, flip: false });
    expect(probe.codec).toMatch(/^avc1\./);
    expect(probe.fps).toBeCloseTo(30);
    expect(probe.duration).toBeCloseTo(40 / 30);
    expect([...probe.frames.times].map((time) => Math.round(time * 30))).toEqual(evenTicks);
    expect([...probe.frames.keyFrames]).toEqual([0, 10, 20, 30]);
  });

  test('WebM', async () => {
    const probe = await probeVideo(bytesSource(webm));
    expect(probe).toMatchObject({ container: 'webm', width: 96, height: 64 });
    expect(probe.frames.times).toHaveLength(40);
    expect(probe.frames.keyFrames[1]).toBe(10);
  });

  test('variable frame rate: the times are those of the frames', async () => {
    const ticks = [0, 1, 2, 9, 10, 30, 31, 90];
    const file = path.join(folder.path, 'vfr.mp4');
    await numberedClip(file, { container: 'mp4', ticks, bFrames: 2 });
    await using source = await fileSource(file);
    const { frames } = await probeVideo(source);
    expect([...frames.times].map((time) => Math.round(time * 30))).toEqual(ticks);
  });

  test.each(['mp4', 'webm'] as const)(
    '%s that begins at the time of day is as long as its frames',
    async (container) => {
      const [fps, start] = [30, 1_600_000_000];
      const file = path.join(folder.path, `late.${container}`);
      await numberedClip(file, { container, ticks: evenTicks.map((tick) => tick + start * fps) });
      await using source = await fileSource(file);
      const { frames, duration } = await probeVideo(source);
      expect(duration).toBeCloseTo(40 / fps, 2);
      expect([...frames.times].map((time) => Math.round((time - start) * fps))).toEqual(evenTicks);
    },
  );

  test('a rotated clip is described as displayed', async () => {
    const file = path.join(folder.path, 'rotated.mov');
    await numberedClip(file, { container: 'mov', ticks: [0, 1], rotation: 90 });
    await using source = await fileSource(file);
    expect(await probeVideo(source)).toMatchObject({
      container: 'mov',
      width: 64,
      height: 96,
      codedWidth: 96,
      codedHeight: 64,
      rotation: 90,
    });
  });

  test('a QuickTime file without ftyp', async () => {
    const ftypLength = mp4.readUInt32BE(0);
    const old = patched(mp4, 'stco', (content) => {
      for (let i = 0; i < content.getUint32(4); i++) {
        content.setUint32(8 + 4 * i, content.getUint32(8 + 4 * i) - ftypLength);
      }
    }).subarray(ftypLength);
    const probe = await probeVideo(bytesSource(old));
    expect(probe.container).toBe('mov');
    expect(probe.frames.times).toHaveLength(40);
  });

  test('the index of an MP4 is read without its pictures', async () => {
    const padded = new Uint8Array(mp4.length + 50e6);
    padded.set(mp4);
    new DataView(padded.buffer).setUint32(mp4.length, 50e6);
    padded.set(Buffer.from('free'), mp4.length + 4);
    let bytes = 0;
    const source: ByteSource = {
      size: padded.length,
      read: async (start, end) => {
        bytes += end - start;
        return padded.subarray(start, end);
      },
    };
    await probeVideo(source);
    expect(bytes).toBeLessThan(1e6);
  });
});

describe('an unusable video is refused with the reason', () => {
  test('empty file', async () => {
    expect((await refusal(new Uint8Array(0))).reason).toBe('not-a-video');
  });

  test('text, and a playlist called video.mp4', async () => {
    expect((await refusal(Buffer.from('#EXTM3U\nhttp://127.0.0.1/a.ts'))).reason).toBe('not-a-video');
  });

  test('MP4 cut in its pictures, in its index, and just behind its first box', async () => {
    for (const length of [mp4.length - 400, 600, 40]) {
      expect((await refusal(mp4.subarray(0, length))).reason).toBe('truncated');
    }
  });

  test('WebM cut off', async () => {
    for (const length of [webm.length - 100, 1200]) {
      expect((await refusal(webm.subarray(0, length))).reason).toBe('truncated');
    }
  });

  test('only tracks that are not video', async () => {
    const audio = patched(mp4, 'hdlr', (content) => content.setUint32(8, 0x736f756e));
    expect((await refusal(audio)).reason).toBe('no-video-track');
  });

  test('a codec that is not taken', async () => {
    const other = Uint8Array.from(mp4);
    other.set(Buffer.from('zzzz'), mp4.indexOf('avc1', mp4.indexOf('stsd')));
    expect((await refusal(other)).reason).toBe('unsupported-codec');
  });

  test('pictures of 0×0', async () => {
    const empty = patched(mp4, 'avc1\0\0\0\0', (content) => content.setUint32(24, 0));
    // Without the stream's own size, too: the type of its sequence parameter set is unknown.
    const unknown = patched(empty, 'avcC', (content) => content.setUint8(8, 0));
    expect((await refusal(unknown)).reason).toBe('empty-picture');
  });

  test.each(
    sampledRows([
      ['too-many-pixels', { maxPixels: 96 * 63 }],
      ['too-many-pixels', { maxSide: 95 }],
      ['too-many-frames', { maxFrames: 39 }],
      ['too-long', { maxDuration: 1.3 }],
    ] as const),
  )('%s by %o', { tags: 'sampled' }, async (reason, limits) => {
    expect((await refusal(mp4, limits)).reason).toBe(reason);
  });
});

describe('hostile files end in time', () => {
  test('a table that announces four billion frames', async () => {
    const bomb = patched(mp4, 'stts', (content) => content.setUint32(8, 0xffff_ffff));
    expect((await refusal(bomb)).reason).toBe('too-many-frames');
  });

  test('a source that never answers', async () => {
    const silent: ByteSource = { size: 1e6, read: () => new Promise(() => {}) };
    await expect(probeVideo(silent, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  test('damage anywhere in the header gives a probe or a MediaError, never another error', async () => {
    // Numerical Recipes' linear congruential generator: the same damage in every run.
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (const [file, header] of [
      [mp4, 1400],
      [webm, 400],
    ] as const) {
      for (let round = 0; round < 100; round++) {
        const damaged = Uint8Array.from(file);
        for (let i = 0; i < 4; i++) damaged[random(header)] = random(256);
        const outcome = await analyseVideo(bytesSource(damaged), DEFAULT_PROBE_LIMITS).catch(
          (error) => error,
        );
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MediaError);
      }
    }
  });
});

test('a source that fails is reported as it failed, not as a bad file', async () => {
  const failure = new Error('503 Slow Down');
  const failing: ByteSource = { size: mp4.length, read: () => Promise.reject(failure) };
  await expect(probeVideo(failing)).rejects.toBe(failure);
});
