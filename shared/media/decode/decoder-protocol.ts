import type { DecoderName } from './decoder-name.ts';

/**
 * The protocol between the service and its decoder process.
 *
 * To the decoder (stdin): one {@link DecoderSetup} as JSON after its length (uint32), then packets in decode order,
 * each after a 12-byte header: its length (uint32), the frame it shows (int32; {@link NOT_WANTED} when its picture is
 * not needed) and the configuration it needs (uint32). A packet of length 0 asks for every picture still held back and
 * resets the decoder.
 *
 * From the decoder (stdout): pictures, each after the frame it shows (int32); their length follows from the setup.
 * Packets that cannot be decoded produce nothing. The frame {@link FINISHED} marks the end, the frame {@link
 * FAILED} announces a {@link DecoderFailure} as JSON after its length (uint32), which ends the output as well. All
 * integers are little-endian.
 */
export interface DecoderSetup {
  readonly configurations: readonly DecoderConfiguration[];
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

export interface DecoderConfiguration {
  /** Null where there is none for its codec: no packet needs it. */
  readonly decoder: DecoderName | null;
  /** `avcC` and the like, base64; empty when there is none. */
  readonly record: string;
}

export type PixelFormat = 'rgb24' | 'gray8';

export interface DecoderFailure {
  readonly reason: 'corrupt-data' | 'unsupported-codec' | 'out-of-memory';
  readonly message: string;
}

export const NOT_WANTED = -1;
export const FAILED = -1;
export const FINISHED = -2;

export const BYTES_PER_PIXEL: Record<PixelFormat, number> = { rgb24: 3, gray8: 1 };

export const PACKET_HEADER_BYTES = 12;

/** The header of a packet; see {@link DecoderSetup}. */
export function packetHeader(length: number, frame: number, configuration: number): Buffer {
  const header = Buffer.allocUnsafe(PACKET_HEADER_BYTES);
  header.writeUInt32LE(length, 0);
  header.writeInt32LE(frame, 4);
  header.writeUInt32LE(configuration, 8);
  return header;
}

/** A value as JSON, after its length. */
export function framedJson(value: DecoderSetup | DecoderFailure): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}
