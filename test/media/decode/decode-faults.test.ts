import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { DecodeError } from '../../../shared/media/decode/decode-error.ts';
import {
  type DecodedFrame,
  type DecodeOptions,
  decodeFrames,
} from '../../../shared/media/decode/decode-frames.ts';
import { DEFAULT_SANDBOX_LIMITS, DecoderSandbox } from '../../../shared/media/decode/decoder-sandbox.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import type { VideoProbe } from '../../../shared/media/probe/video-probe.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';
import { withDamagedPictures } from '../../support/clips/damaged-pictures.ts';
import { numberedClip, numberedSize } from '../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let clip: Buffer<ArrayBuffer>;
let probe: VideoProbe;

beforeAll(async () => {
  folder = temporaryFolder();
  const file = path.join(folder.path, 'clip.mp4');
  const ticks = [...Array(30).keys()];
  await numberedClip(file, { container: 'mp4', ticks, muxerOptions: { movflags: '+faststart' } });
  clip = await readFile(file);
  probe = await probeVideo(bytesSource(clip));
});
afterAll(() => folder[Symbol.dispose]());

const decode = (options: DecodeOptions = {}, source: ByteSource = bytesSource(clip)) =>
  decodeFrames(
    source,
    probe.frames,
    [...probe.frames.times.keys()],
    { ...numberedSize, format: 'rgb24' },
    options,
  );

async function collect(frames: AsyncIterable<DecodedFrame>): Promise<DecodedFrame[]> {
  const all: DecodedFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

async function failureOf(frames: AsyncIterable<DecodedFrame>): Promise<unknown> {
  try {
    for await (const _ of frames);
  } catch (error) {
    return error;
  }
  return new Error('nothing failed');
}

/** The file with `length` unused bytes between its index and its pictures. */
function withGap(file: Buffer, length: number): Buffer {
  const media = file.indexOf('mdat') - 4;
  const moved = Buffer.from(file);
  const table = moved.indexOf('stco') + 4;
  for (let i = 0; i < moved.readUInt32BE(table + 4); i++) {
    const at = table + 8 + 4 * i;
    moved.writeUInt32BE(moved.readUInt32BE(at) + length, at);
  }
  const gap = Buffer.alloc(length);
  gap.writeUInt32BE(length);
  gap.write('free', 4);
  return Buffer.concat([moved.subarray(0, media), gap, moved.subarray(media)]);
}

/** A program in the decoder's place. */
async function impostor(name: string, program: string): Promise<URL> {
  const file = path.join(folder.path, `${name}.mjs`);
  await writeFile(file, program);
  return pathToFileURL(file);
}

/** Processes whose parent is this one. */
const children = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`
      );
    } catch {
      return false;
    }
  });

describe('whatever the decoder process does ends as a DecodeError', () => {
  test.each([
    [
      'it exits with a code',
      'process.stderr.write("a wild pointer\\n", () => process.exit(3))',
      'decoder-crashed',
    ],
    [
      'it is killed by a signal',
      'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)',
      'decoder-crashed',
    ],
    ['it aborts', 'process.abort()', 'decoder-crashed'],
    ['it ends well without having done its work', '', 'corrupt-data'],
    ['it hangs', 'setInterval(() => {}, 1000)', 'timeout'],
    ['it spins', 'for (;;);', 'timeout'],
    ['it stops in the middle of a picture', 'process.stdout.write(Buffer.alloc(5000))', 'corrupt-data'],
    [
      'it runs out of memory',
      'const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1));',
      'decoder-crashed',
    ],
  ])('%s', async (name, program, reason) => {
    const decoderModule = await impostor(name.replace(/\W/g, '-'), program);
    const timeoutMs = reason === 'timeout' ? 1000 : 20_000;
    const error = await failureOf(
      decode({ decoderModule, timeoutMs, limits: { memoryBytes: 2.5 * 2 ** 30 } }),
    );
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ reason });
    if (reason === 'decoder-crashed' && program.includes('wild')) {
      expect(error).toMatchObject({ diagnostics: 'a wild pointer\n' });
    }
  });

  test('it uses up its processor time', async () => {
    const decoderModule = await impostor('busy', 'for (;;);');
    const error = await failureOf(decode({ decoderModule, timeoutMs: 20_000, limits: { cpuSeconds: 1 } }));
    expect(error).toMatchObject({ reason: 'timeout' });
  });

  test('a picture larger than allowed is refused by the decoder itself', async () => {
    const error = await failureOf(decode({ limits: { maxPixels: 100 } }));
    expect(error).toBeInstanceOf(DecodeError);
  });
});

describe('damaged pictures', () => {
  test('one is left out, and those before and behind come out', async () => {
    const sound = await collect(decode());
    for (const damage of [[12], [29], [4, 5, 6, 20]]) {
      const frames = await collect(decode({}, bytesSource(await withDamagedPictures(clip, damage))));
      expect(frames.map(({ frame }) => frame)).toEqual(
        [...sound.keys()].filter((frame) => !damage.includes(frame)),
      );
      const before = damage[0] ?? 0;
      expect(frames.slice(0, before)).toEqual(sound.slice(0, before));
    }
  });

  test('what the decoder makes up behind a key frame of which half is lost is no picture', async () => {
    const file = path.join(folder.path, 'groups.mp4');
    await numberedClip(file, {
      container: 'mp4',
      ticks: [...Array(30).keys()],
      keyInterval: 10,
      encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
    });
    const damaged = await readFile(file);
    const source = bytesSource(damaged);
    const { frames: index } = await probeVideo(source);
    using video = await openVideo(source, 'sequential');
    const key = await video.packets.getKeyPacket(index.times[10] ?? 0);
    const { data } = key ?? expect.fail('there is no key frame');
    const start = damaged.indexOf(data);
    damaged.fill(0xff, start + Math.floor(data.length / 2), start + data.length);
    const all = [...index.times.keys()];
    const decoded = await collect(decodeFrames(source, index, all, { ...numberedSize, format: 'gray8' }));
    expect(decoded.map(({ frame }) => frame)).toEqual(all.filter((frame) => frame < 10 || frame >= 20));
  });

  test('data other than H.264 gives no picture, and no error', async () => {
    const all = [...probe.frames.times.keys()];
    expect(await collect(decode({}, bytesSource(await withDamagedPictures(clip, all))))).toEqual([]);
  });

  test('a file that lost its end since it was probed gives the pictures that it has', async () => {
    const frames = await collect(decode({}, bytesSource(clip.subarray(0, clip.length - 300))));
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.length).toBeLessThan(probe.frames.times.length);
  });
});

describe('the caller stays in charge', () => {
  test('an abort ends the decoding with its reason', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const frames = decode({ signal: abort.signal });
    await frames.next();
    abort.abort(reason);
    expect(await failureOf(frames)).toBe(reason);
  });

  test('a source that fails midway is reported as it failed', async () => {
    const failure = new Error('connection reset');
    const padded = withGap(clip, 4 * 2 ** 20);
    const source: ByteSource = {
      size: padded.length,
      read: async (start, end) => {
        if (end > padded.length - 4096) throw failure;
        return padded.subarray(start, end);
      },
    };
    expect(await failureOf(decode({}, source))).toBe(failure);
  });

  test('a consumer slower than the time limit is not taken for a decoder that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const frames = decode({ timeoutMs: 1000 });
    await frames.next();
    vi.advanceTimersByTime(60_000);
    expect(await failureOf(frames)).toEqual(new Error('nothing failed'));
    expect(vi.getTimerCount()).toBe(0);
  });

  test.skipIf(process.platform !== 'linux')('no process is left behind, however it ended', async () => {
    const before = children();
    const frames = decode();
    await frames.next();
    expect(children().length).toBe(before.length + 1);
    await frames.return();
    expect(children()).toEqual(before);
    const decoderModule = await impostor('hang', 'setInterval(() => {}, 1000)');
    await failureOf(decode({ decoderModule, timeoutMs: 200 }));
    expect(children()).toEqual(before);
  });

  test('the decoder process ends when its input does, so it cannot outlive this one', async () => {
    await using sandbox = new DecoderSandbox(DEFAULT_SANDBOX_LIMITS, { timeoutMs: 20_000 });
    sandbox.stdin.end();
    sandbox.stdout.resume();
    await expect(sandbox.ended()).resolves.toBeUndefined();
  });

  test('the decoder process inherits no environment', async () => {
    const program = 'process.stderr.write(Object.keys(process.env).join(), () => process.exit(1))';
    process.env.AWS_SECRET_ACCESS_KEY = 'not for the decoder';
    const error = await failureOf(decode({ decoderModule: await impostor('env', program) }));
    delete process.env.AWS_SECRET_ACCESS_KEY;
    // What the shell that sets the limits adds by itself.
    expect(error).toMatchObject({ diagnostics: expect.stringMatching(/^((PWD|OLDPWD|SHLVL|_)(,|$))*$/) });
  });
});
