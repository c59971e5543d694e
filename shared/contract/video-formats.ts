/** The containers that the service accepts, by the extensions of their files. */
export type Container = 'mp4' | 'mov' | 'webm';

/** The codecs whose pictures the service decodes, as its texts name them. */
const VIDEO_CODECS = ['H.264', 'H.265 (HEVC)', 'VP8', 'VP9', 'AV1', 'Apple ProRes'] as const;

export type VideoCodecName = (typeof VIDEO_CODECS)[number];

export const VIDEO_CODECS_TEXT = `${VIDEO_CODECS.slice(0, -1).join(', ')} and ${VIDEO_CODECS.at(-1)}`;
