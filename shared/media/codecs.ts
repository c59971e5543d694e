import type { VideoCodec } from 'mediabunny';
import type { VideoCodecName } from '../contract/video-formats.ts';
import type { DecoderName } from './decode/decoder-protocol.ts';

/** What the demuxer and FFmpeg call a codec that the service takes, and what files do. */
interface SupportedCodec {
  readonly codec: VideoCodec;
  readonly decoder: DecoderName;
  /** Sample entries of MP4 and MOV (ISO/IEC 14496-15 and others), in lower case, and the CodecID of WebM. */
  readonly formats: readonly string[];
}

const supported: Record<VideoCodecName, SupportedCodec> = {
  'H.264': { codec: 'avc', decoder: 'h264', formats: ['avc1', 'avc3', 'V_MPEG4/ISO/AVC'] },
  'H.265 (HEVC)': { codec: 'hevc', decoder: 'hevc', formats: ['hvc1', 'hev1', 'V_MPEGH/ISO/HEVC'] },
  VP8: { codec: 'vp8', decoder: 'vp8', formats: ['vp08', 'V_VP8'] },
  VP9: { codec: 'vp9', decoder: 'vp9', formats: ['vp09', 'V_VP9'] },
  AV1: { codec: 'av1', decoder: 'libdav1d', formats: ['av01', 'V_AV1'] },
  'Apple ProRes': {
    codec: 'prores',
    decoder: 'prores',
    formats: ['ap4x', 'ap4h', 'apch', 'apcn', 'apcs', 'apco', 'V_PRORES'],
  },
};

const decoders = new Map(Object.values(supported).map(({ codec, decoder }) => [codec, decoder]));
const supportedFormats = new Set(Object.values(supported).flatMap(({ formats }) => formats));

/** Codecs that people know by a name, and come with. */
const otherCodecs = new Map([
  ...['mp4v', 'V_MPEG4/ISO/SP', 'V_MPEG4/ISO/ASP', 'V_MPEG4/ISO/AP'].map(
    (id) => [id, 'MPEG-4 Part 2'] as const,
  ),
  ...['h263', 's263'].map((id) => [id, 'H.263'] as const),
  ...['vvc1', 'vvi1', 'V_MPEGI/ISO/VVC'].map((id) => [id, 'H.266 (VVC)'] as const),
  ...['jpeg', 'mjpa', 'mjpb', 'V_MJPEG'].map((id) => [id, 'Motion JPEG'] as const),
  ...['dvh1', 'dvhe', 'dva1', 'dvav', 'dav1'].map((id) => [id, 'Dolby Vision'] as const),
  ['encv', 'encrypted video'],
]);

/** Name of the decoder for a codec, or undefined when the service does not take it. */
export function decoderFor(codec: VideoCodec | null): DecoderName | undefined {
  return codec === null ? undefined : decoders.get(codec);
}

/** @param format a sample entry of MP4 or MOV, which is taken in any case, or a CodecID of WebM */
export function isSupportedFormat(format: string): boolean {
  return supportedFormats.has(format) || supportedFormats.has(format.toLowerCase());
}

/** A format that is not supported, as its owner may know it, such as `MPEG-4 Part 2 (mp4v)`. */
export function formatName(format: string): string {
  const printable = format.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
  const name = otherCodecs.get(format) ?? otherCodecs.get(format.toLowerCase());
  return name === undefined ? `“${printable}”` : `${name} (${printable})`;
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
