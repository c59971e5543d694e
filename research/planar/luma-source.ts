import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from '../../cli/failures.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { resize } from '../../shared/media/pictures/resize.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { decodeStart } from '../../shared/media/probe/frame-index.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { type FileSource, fileSource } from '../../shared/media/reading/file-source.ts';
import type { LumaFrame } from '../../shared/vision/planar/frame/luma-frame.ts';
import { workingSize } from '../../shared/vision/planar/frame/working-size.ts';
import { ofVideoFile } from '../media-failure.ts';

export interface NumberedLuma {
  readonly frame: number;
  readonly luma: LumaFrame;
}

/** The frames of a video or of numbered pictures, as the tracker takes them. */
export interface LumaSource extends AsyncDisposable {
  /** Size of the displayed frame, and of those that are read. */
  readonly displayed: { readonly width: number; readonly height: number };
  readonly working: { readonly width: number; readonly height: number };
  readonly count: number;
  /** What is read. */
  readonly files: readonly string[];
  /** The first picture that is missing between others. */
  readonly gap?: string | undefined;
  /** The given frame and those after it; damaged ones are left out. */
  forwards(first: number): AsyncGenerator<NumberedLuma>;
  /** The frames before the given one, last first. */
  backwards(before: number): AsyncGenerator<NumberedLuma>;
}

/**
 * @param name of a video, or a pattern such as `dir/%08d.jpg`
 * @throws CommandFailure, or the operating system's error, naming what is wrong
 */
export function openLuma(name: string): Promise<LumaSource> {
  return name.includes('%') && !existsSync(name) ? openPictures(name) : openVideo(name);
}

/** Frames that are held to be handed out in reverse. */
const HELD_FRAMES = 64;

async function openVideo(name: string): Promise<LumaSource> {
  if (statSync(name).isDirectory()) throw new CommandFailure('EISDIR', `${name} is a folder, not a video.`);
  const source: FileSource = await fileSource(name);
  const {
    width,
    height,
    frames: index,
  } = await ofVideoFile(name, probeVideo(source)).catch(async (error: unknown) => {
    await source[Symbol.asyncDispose]();
    throw error;
  });
  const working = workingSize({ width, height });
  const count = index.times.length;
  const read = async function* (first: number, end: number): AsyncGenerator<NumberedLuma> {
    const wanted = Array.from({ length: end - first }, (_, i) => first + i);
    for await (const { frame, data } of decodeFrames(source, index, wanted, { ...working, format: 'gray8' }))
      yield { frame, luma: { ...working, data } };
  };
  return {
    displayed: { width, height },
    working,
    count,
    files: [name],
    forwards: (first) => read(first, count),
    async *backwards(before) {
      for (let end = before; end > 0; ) {
        // From a key frame where there is one near: nothing is decoded twice then.
        const first = Math.max(0, end - HELD_FRAMES, decodeStart(index, end - 1));
        const held: NumberedLuma[] = [];
        for await (const next of read(first, end)) held.push(next);
        yield* held.reverse();
        end = first;
      }
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

async function openPictures(pattern: string): Promise<LumaSource> {
  const { files, gap } = numberedFiles(pattern);
  const picture = (frame: number): Promise<RgbImage> => readPicture(files[frame] as string);
  const { width, height } = await picture(0);
  const working = workingSize({ width, height });
  const numbered = async (frame: number): Promise<NumberedLuma> => {
    const image = await picture(frame);
    if (image.width !== width || image.height !== height)
      throw new CommandFailure('PICTURE_UNFIT', `${files[frame]} has another size than ${files[0]}.`);
    return {
      frame,
      luma: lumaOf(working.width === width ? image : resize(image, working.width, working.height)),
    };
  };
  return {
    displayed: { width, height },
    working,
    count: files.length,
    files,
    gap,
    async *forwards(first) {
      for (let frame = first; frame < files.length; frame++) yield await numbered(frame);
    },
    async *backwards(before) {
      for (let frame = before - 1; frame >= 0; frame--) yield await numbered(frame);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function readPicture(file: string): Promise<RgbImage> {
  try {
    return await decodeJpeg(readFileSync(file));
  } catch (cause) {
    throw new CommandFailure('PICTURE_UNFIT', `${file} is not a JPEG picture that can be read.`, { cause });
  }
}

/** The files of a pattern with one number such as `%08d`, in the order of their numbers, and the first that is missing between them. */
function numberedFiles(pattern: string): { files: string[]; gap: string | undefined } {
  const parts = /^(.*)%(0(\d+))?d(.*)$/.exec(path.basename(pattern));
  const [, head = '', , digits = '', tail = ''] = parts ?? [];
  const folder = path.dirname(pattern);
  const numbers = (parts ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(head) && name.endsWith(tail))
    .map((name) => name.slice(head.length, name.length - tail.length))
    .filter((text) => /^\d+$/.test(text) && text.length >= Number(digits));
  if (numbers.length === 0)
    throw new CommandFailure('PICTURES_MISSING', `No pictures are called ${pattern}.`);
  const inOrder = numbers.sort((a, b) => Number(a) - Number(b));
  const named = (text: string): string => path.join(folder, `${head}${text}${tail}`);
  const before = inOrder.findIndex(
    (text, i) => i + 1 < inOrder.length && Number(inOrder[i + 1]) > Number(text) + 1,
  );
  const missing = String(Number(inOrder[before]) + 1).padStart(Number(digits), '0');
  return { files: inOrder.map(named), gap: before < 0 ? undefined : named(missing) };
}

/** ITU-R BT.601. */
export function lumaOf({ width, height, data }: RgbImage): LumaFrame {
  const luma = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < luma.length; i++, at += 3)
    luma[i] = Math.round(
      0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number),
    );
  return { width, height, data: luma };
}
