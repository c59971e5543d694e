import type { VideoCodec } from 'mediabunny';
import type { DecoderName } from './decoder-protocol.ts';

/** FFmpeg's decoder for each codec the service takes; a codec that is not here is unsupported. */
const decoders: Partial<Record<VideoCodec, DecoderName>> = {
  avc: 'h264',
  hevc: 'hevc',
  vp8: 'vp8',
  vp9: 'vp9',
  av1: 'libdav1d',
  prores: 'prores',
};

/** Name of the decoder for a codec, or undefined when the service does not take it. */
export function decoderFor(codec: VideoCodec | null): DecoderName | undefined {
  return codec === null ? undefined : decoders[codec];
}

/**
 * Whether a packet holds a picture that is only referred to and never shown. In WebM such pictures (alternate
 * references) may travel in packets of their own, so they have a timestamp but are no frame.
 *
 * VP8: `show_frame` of the frame tag (RFC 6386, 9.1). VP9: `show_existing_frame` and `show_frame` of the
 * uncompressed header (VP9 bitstream specification 0.6, 6.2), unless a superframe (annex B) brings more pictures.
 */
export function isHiddenPicture(codec: VideoCodec | null, packet: Uint8Array): boolean {
  const first = packet[0];
  if (first === undefined) return false;
  if (codec === 'vp8') return (first & 0x10) === 0;
  if (codec !== 'vp9' || isSuperframe(packet)) return false;
  const profile = ((first >> 5) & 1) | (((first >> 4) & 1) << 1);
  const position = profile === 3 ? 5 : 4;
  const bit = (index: number) => ((first >> (7 - index)) & 1) === 1;
  const showExistingFrame = bit(position);
  const showFrame = bit(position + 2);
  return !showExistingFrame && !showFrame;
}

function isSuperframe(packet: Uint8Array): boolean {
  return ((packet.at(-1) ?? 0) & 0xe0) === 0xc0;
}

/**
 * Whether no other picture of an H.264 stream depends on this packet: `nal_ref_idc` is 0 in every slice
 * (ITU-T H.264, 7.4.1). Leaving such a packet out changes no other picture.
 *
 * @param packet NAL units, each behind its length in `lengthSize` bytes
 */
export function isDisposableAvcPacket(packet: Uint8Array, lengthSize: number): boolean {
  let slices = 0;
  for (let position = 0; position + lengthSize < packet.length; ) {
    let length = 0;
    for (let i = 0; i < lengthSize; i++) length = length * 256 + (packet[position + i] ?? 0);
    const header = packet[position + lengthSize] ?? 0;
    const type = header & 0x1f;
    if (type >= 1 && type <= 5) {
      if ((header & 0x60) !== 0) return false;
      slices++;
    }
    position += lengthSize + length;
  }
  return slices > 0;
}

/** Bytes of the length before each NAL unit (`avcC`, ISO/IEC 14496-15, 5.3.3.1); null for a byte stream. */
export function avcLengthSize(config: VideoDecoderConfig | null): number | null {
  const description = config?.description;
  if (!description) return null;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return ((bytes[4] ?? 3) & 3) + 1;
}
