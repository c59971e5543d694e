/**
 * What travels between the service and its decoder process.
 *
 * To the decoder (stdin): one {@link DecoderSetup} as JSON behind its length (uint32), then packets in decode
 * order, each behind an 8-byte header: its length (uint32) and the frame it shows (int32; {@link notWanted} when
 * its picture need not come back). A packet of length 0 asks for every picture still held back and makes the
 * decoder forget what came before.
 *
 * From the decoder (stdout): pictures, each behind the frame it shows (int32); their length is known from the
 * setup. Of packets that cannot be decoded nothing comes. The frame {@link finished} says that this was all, the frame
 * {@link failed} announces a {@link DecoderFailure} as JSON behind its length (uint32); either is the end. All integers
 * are little-endian.
 */
export interface DecoderSetup {
  readonly decoder: DecoderName;
  /** Codec configuration (`avcC` and the like), base64; empty when there is none. */
  readonly extraData: string;
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** Degrees clockwise, applied before `flip` (mirroring left to right). */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly flip: boolean;
  /** Size of the delivered pictures, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly format: PixelFormat;
  /** Larger pictures are refused, whatever the container says their size is. */
  readonly maxPixels: number;
  readonly threads: number;
}

/** FFmpeg's names of the decoders in use. */
export type DecoderName = 'h264' | 'hevc' | 'vp8' | 'vp9' | 'libdav1d' | 'prores';

export type PixelFormat = 'rgb24' | 'gray8';

export interface DecoderFailure {
  readonly reason: 'corrupt-data' | 'unsupported-codec' | 'out-of-memory';
  readonly message: string;
}

export const notWanted = -1;
export const failed = -1;
export const finished = -2;

export const bytesPerPixel: Record<PixelFormat, number> = { rgb24: 3, gray8: 1 };

export const packetHeaderLength = 8;

/** The header of a packet; see {@link DecoderSetup}. */
export function packetHeader(length: number, frame: number): Buffer {
  const header = Buffer.allocUnsafe(packetHeaderLength);
  header.writeUInt32LE(length, 0);
  header.writeInt32LE(frame, 4);
  return header;
}

/** A value as JSON behind its length. */
export function framedJson(value: DecoderSetup | DecoderFailure): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}
