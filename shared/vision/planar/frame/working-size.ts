/** Pixels of the frames that are looked at: surfaces are sampled by 128² points at most, and pyramids cost by the pixel. */
const MOST_PIXELS = 1280 * 720;

/** The size at which frames of a displayed size are tracked: the same proportions, to half a pixel, and never larger. */
export function workingSize(displayed: { readonly width: number; readonly height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (displayed.width * displayed.height)));
  return {
    width: Math.max(1, Math.round(scale * displayed.width)),
    height: Math.max(1, Math.round(scale * displayed.height)),
  };
}
