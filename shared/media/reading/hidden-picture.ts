import type { VideoCodec } from 'mediabunny';

/**
 * Whether a packet holds a picture that is only referred to and never shown. In WebM such pictures (alternate
 * references) may have packets of their own, so they have a timestamp but are not frames.
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
