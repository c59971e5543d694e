export const VIDEOS_KEY = ['videos'] as const;

/** Of every single video. */
export const VIDEO_KEY = ['video'] as const;
