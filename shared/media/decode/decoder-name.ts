import type { VideoCodec } from 'mediabunny';
import { isSupportedCodec, type SupportedCodec } from '../container/codecs.ts';

const DECODERS = {
  avc: 'h264',
  hevc: 'hevc',
  vp8: 'vp8',
  vp9: 'vp9',
  av1: 'libdav1d',
  prores: 'prores',
} as const satisfies Record<SupportedCodec, string>;

/** FFmpeg's names of the decoders in use. */
export type DecoderName = (typeof DECODERS)[SupportedCodec];

/** The decoder of a codec; undefined if the codec is not supported. */
export const decoderFor = (codec: VideoCodec | null): DecoderName | undefined =>
  isSupportedCodec(codec) ? DECODERS[codec] : undefined;
