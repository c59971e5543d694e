import type { VideoCodecName } from '../../contract/video-formats.ts';

/** A codec the service supports, by mediabunny's name. */
export type SupportedCodec = 'avc' | 'hevc' | 'vp8' | 'vp9' | 'av1' | 'prores';

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

const CODECS = new Set<string>(Object.values(SUPPORTED).map(({ codec }) => codec));
const FORMATS = new Map(
  Object.values(SUPPORTED).flatMap(({ codec, formats }) => formats.map((format) => [format, codec] as const)),
);

/**
 * Names of codecs that are often uploaded but not supported, by sample entry, in lower case, by CodecID, or, of `mp4v`,
 * with the object type in hexadecimal (RFC 6381, 3.3).
 */
const OTHER_CODECS = new Map(
  Object.entries({
    'MPEG-4 Part 2': [
      'mp4v',
      'fmp4',
      'xvid',
      'divx',
      '3iv2',
      'V_MPEG4/ISO/SP',
      'V_MPEG4/ISO/ASP',
      'V_MPEG4/ISO/AP',
    ],
    'MPEG-2': [
      ...['mp4v.60', 'mp4v.61', 'mp4v.62', 'mp4v.63', 'mp4v.64', 'mp4v.65', 'mp2v', 'm2v1', 'V_MPEG2'],
      ...['hdv1', 'hdv2', 'hdv3', 'hdv5', 'hdv6', 'hdv7', 'xdv2', 'xdv3', 'xdv6', 'xdv7', 'xdvb', 'xdvc'],
    ],
    'MPEG-1': ['mp4v.6a', 'mpeg', 'm1v1', 'mp1v', 'V_MPEG1'],
    'H.263': ['h263', 's263'],
    'H.266 (VVC)': ['vvc1', 'vvi1', 'V_MPEGI/ISO/VVC'],
    'Motion JPEG': ['jpeg', 'mjpg', 'mjpa', 'mjpb', 'mp4v.6c', 'V_MJPEG'],
    'Motion JPEG 2000': ['mjp2'],
    'PNG pictures': ['png ', 'mpng'],
    'GIF pictures': ['gif '],
    'Dolby Vision': ['dvh1', 'dvhe', 'dva1', 'dvav', 'dav1'],
    DNxHD: ['avdn', 'avdh'],
    CineForm: ['cfhd'],
    'Sorenson Video': ['svq1', 'svq3'],
    Cinepak: ['cvid'],
    'QuickTime Animation': ['rle '],
    'Apple ProRes RAW': ['aprn', 'aprh'],
    'Apple Intermediate Codec': ['icod'],
    DV: ['dvc ', 'dvcp', 'dvpp', 'dv5n', 'dv5p', 'dvh2', 'dvh3', 'dvh5', 'dvh6', 'dvhp', 'dvhq'],
    'uncompressed pictures': ['raw ', '2vuy', 'yuv2', 'yuvs', 'v210', 'v408', 'V_UNCOMPRESSED'],
    Theora: ['V_THEORA'],
    FFV1: ['ffv1', 'V_FFV1'],
  }).flatMap(([name, formats]) => formats.map((format) => [format, name] as const)),
);

export const isSupportedCodec = (codec: string | null): codec is SupportedCodec =>
  codec !== null && CODECS.has(codec);

/** @param format a sample entry of MP4 or MOV, in any case, or a CodecID of WebM */
export const codecOf = (format: string): SupportedCodec | undefined =>
  FORMATS.get(format) ?? FORMATS.get(format.toLowerCase());

export const isSupportedFormat = (format: string): boolean => codecOf(format) !== undefined;

/** The name under which people know an unsupported format, such as `MPEG-4 Part 2 (mp4v)`. */
export function formatName(format: string): string {
  const printable = format.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
  const [entry = ''] = format.split('.');
  const names = [format, format.toLowerCase(), entry].map((key) => OTHER_CODECS.get(key));
  const name = names.find((known) => known !== undefined);
  return name === undefined ? `“${printable}”` : `${name} (${printable})`;
}
