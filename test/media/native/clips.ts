import { createCipheriv, createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import {
  AVMEDIA_TYPE_VIDEO,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av';
import type { Container } from '../../../shared/contract/video-formats.ts';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { planEmbedding } from '../../../shared/media/native/embedding.ts';
import { readPlan } from '../../../shared/media/native/plan.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder, type ClipOptions } from '../../../synthetic/clip-encoder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The same bytes each time, which no compression makes fewer. */
export const incompressible = (length: number): Uint8Array =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));

async function withTemporaryFile<T>(use: (file: string) => Promise<T>): Promise<T> {
  using folder = temporaryFolder();
  return await use(path.join(folder.path, 'clip'));
}

/** A clip of 24 small pictures, as bytes. */
export async function encodeClip(
  options: Omit<ClipOptions, 'width' | 'height' | 'ticksPerSecond'>,
): Promise<Buffer> {
  return withTemporaryFile(async (file) => {
    using encoder = await ClipEncoder.open(file, { width: 96, height: 64, ticksPerSecond: 24, ...options });
    for (let frame = 0; frame < 24; frame++) {
      await encoder.add(blankImage(96, 64, [frame * 10, 120, 250 - frame * 10]), frame);
    }
    await encoder.finish();
    return readFile(file);
  });
}

export async function embed(container: Container, file: Uint8Array, document: Uint8Array): Promise<Buffer> {
  const source = bytesSource(file);
  const plan = await planEmbedding(container, source, [document]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readPlan(plan, source)) chunks.push(chunk);
  const exported = Buffer.concat(chunks);
  if (exported.length !== plan.size)
    throw new Error(`the plan says ${plan.size} bytes, not ${exported.length}`);
  return exported;
}

/** A source that counts what is read from it. */
export function counted(source: ByteSource): ByteSource & { reads: number; bytes: number } {
  const counter = {
    size: source.size,
    reads: 0,
    bytes: 0,
    read(start: number, end: number) {
      counter.reads += 1;
      counter.bytes += end - start;
      return source.read(start, end);
    },
  };
  return counter;
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
const check = (code: number): void => FFmpegError.throwIfError(code);

/** As many pictures as prove that the decoder is set up alike; equal packets do the rest. */
const DECODED_PICTURES = 24;

/** What FFmpeg reads from a file: every packet with its times and content, and the first pictures decoded. */
export async function ffmpegView(file: Uint8Array): Promise<{ packets: string[]; pictures: string[] }> {
  return withTemporaryFile(async (name) => {
    await writeFile(name, file);
    await using input = new FormatContext();
    check(await input.openInput(name));
    check(await input.findStreamInfo());
    const video = input.findBestStream(AVMEDIA_TYPE_VIDEO);
    using decoder = videoDecoder(input.streams[video]);
    const packets: string[] = [];
    const pictures: string[] = [];
    using frame = new Frame();
    frame.alloc();
    using packet = new Packet();
    packet.alloc();
    const decode = (next: Packet | null): void => {
      if (decoder === null || pictures.length >= DECODED_PICTURES || decoder.sendPacketSync(next) < 0) return;
      while (decoder.receiveFrameSync(frame) >= 0) pictures.push(`${frame.pts} ${md5(frame.toBuffer())}`);
    };
    while ((await input.readFrame(packet)) >= 0) {
      const { streamIndex, pts, dts, flags, data } = packet;
      packets.push(`${streamIndex} ${pts} ${dts} ${flags} ${md5(data ?? Buffer.alloc(0))}`);
      if (streamIndex === video) decode(packet);
      packet.unref();
    }
    decode(null);
    return { packets, pictures };
  });
}

/** Null for a file without video. */
function videoDecoder(stream: Stream | undefined): CodecContext | null {
  if (!stream) return null;
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(decoder.parametersToContext(stream.codecpar));
  check(decoder.open2Sync(codec));
  return decoder;
}

/** What mediabunny reads from a file: its duration, and its packets' times and sizes. */
export async function mediabunnyView(file: Uint8Array): Promise<unknown> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const packets: unknown[] = [];
  const sink = new EncodedPacketSink(track);
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    const { timestamp, duration, type, byteLength } = packet;
    packets.push({ timestamp, duration, type, byteLength });
  }
  return { duration: await input.computeDuration(), rotation: track.rotation, codec: track.codec, packets };
}
