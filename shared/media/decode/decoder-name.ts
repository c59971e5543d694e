import type { SupportedCodec } from '../container/codecs.ts';

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

export const decoderOf = (codec: SupportedCodec): DecoderName => DECODERS[codec];
