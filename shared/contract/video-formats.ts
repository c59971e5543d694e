/** The containers that the service accepts, by the extensions of their files, with their media types. */
export const CONTAINERS = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
} as const;

export type Container = keyof typeof CONTAINERS;

/** Without dots; an M4V file is an MP4. */
export const VIDEO_EXTENSIONS: readonly string[] = [...Object.keys(CONTAINERS), 'm4v'];

/** The codecs whose pictures the service decodes, as its texts name them. */
const VIDEO_CODECS = ['H.264', 'H.265 (HEVC)', 'VP8', 'VP9', 'AV1', 'Apple ProRes'] as const;

export type VideoCodecName = (typeof VIDEO_CODECS)[number];

export const VIDEO_CODECS_TEXT = `${VIDEO_CODECS.slice(0, -1).join(', ')} and ${VIDEO_CODECS.at(-1)}`;
