/** Where a displayed frame lies in the input of a network: its size in network pixels, always at the top-left. */
export interface Placement {
  /** Size of the resized frame in network pixels. */
  readonly width: number;
  readonly height: number;
  /** Network pixels per displayed pixel along each axis. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Keeps the aspect ratio: one scale `r = min(inputWidth / width, inputHeight / height)` for both axes, the
 * remainder of the input is padding on the right or at the bottom (YOLOX, arXiv:2107.08430, `preproc`).
 */
export function letterbox(width: number, height: number, inputWidth: number, inputHeight: number): Placement {
  const scale = Math.min(inputWidth / width, inputHeight / height);
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
    scaleX: scale,
    scaleY: scale,
  };
}

/** Fills the whole input, whatever the aspect ratio (PicoDet, arXiv:2111.00902, `Resize keep_ratio: false`). */
export function stretch(width: number, height: number, inputWidth: number, inputHeight: number): Placement {
  return {
    width: inputWidth,
    height: inputHeight,
    scaleX: inputWidth / width,
    scaleY: inputHeight / height,
  };
}
