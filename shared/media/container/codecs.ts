import type { VideoCodec } from 'mediabunny';
import type { VideoCodecName } from '../../contract/video-formats.ts';

/** A codec the service supports, by mediabunny's name. */
export type SupportedCodec = Extract<VideoCodec, 'avc' | 'hevc' | 'vp8' | 'vp9' | 'av1' | 'prores'>;

interface CodecNames {
  readonly codec: SupportedCodec;
  /** Sample entries of MP4 and MOV (ISO/IEC 14496-15 and others), in lower case, and the CodecID of WebM. */
  readonly formats: readonly string[];
}

const SUPPORTED: Record<VideoCodecName, CodecNames> = {
  'H.264': { codec: 'avc', formats: ['avc1', 'avc3', 'V_MPEG4/ISO/AVC'] },
  'H.265 (HEVC)': { codec: 'hevc', formats: ['hvc1', 'hev1', 'V_MPEGH/ISO/HEVC'] },
  VP8: { codec: 'vp8', formats: ['vp08', 'V_VP8'] },
  VP9: { codec: 'vp9', formats: ['vp09', 'V_VP9'] },
  AV1: { codec: 'av1', formats: ['av01', 'V_AV1'] },
  'Apple ProRes': {
    codec: 'prores',
    formats: ['ap4x', 'ap4h', 'apch', 'apcn', 'apcs', 'apco', 'V_PRORES'],
  },
};

const CODECS = new Set<VideoCodec>(Object.values(SUPPORTED).map(({ codec }) => codec));
const FORMATS = new Set(Object.values(SUPPORTED).flatMap(({ formats }) => formats));

/** Names of codecs that are often uploaded but not supported, by sample entry or CodecID. */
const OTHER_CODECS = new Map([
  ...['mp4v', 'V_MPEG4/ISO/SP', 'V_MPEG4/ISO/ASP', 'V_MPEG4/ISO/AP'].map(
    (id) => [id, 'MPEG-4 Part 2'] as const,
  ),
  ...['h263', 's263'].map((id) => [id, 'H.263'] as const),
  ...['vvc1', 'vvi1', 'V_MPEGI/ISO/VVC'].map((id) => [id, 'H.266 (VVC)'] as const),
  ...['jpeg', 'mjpa', 'mjpb', 'V_MJPEG'].map((id) => [id, 'Motion JPEG'] as const),
  ...['dvh1', 'dvhe', 'dva1', 'dvav', 'dav1'].map((id) => [id, 'Dolby Vision'] as const),
  ['encv', 'encrypted video'],
]);

export const isSupportedCodec = (codec: VideoCodec | null): codec is SupportedCodec =>
  codec !== null && CODECS.has(codec);

/** @param format a sample entry of MP4 or MOV, in any case, or a CodecID of WebM */
export function isSupportedFormat(format: string): boolean {
  return FORMATS.has(format) || FORMATS.has(format.toLowerCase());
}

/** The name under which people know an unsupported format, such as `MPEG-4 Part 2 (mp4v)`. */
export function formatName(format: string): string {
  const printable = format.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
  const name = OTHER_CODECS.get(format) ?? OTHER_CODECS.get(format.toLowerCase());
  return name === undefined ? `“${printable}”` : `${name} (${printable})`;
}
