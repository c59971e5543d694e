import { letterbox, type Placement, stretch } from '../../vision/network/letterbox.ts';
import type { Model, NetworkModel } from '../models/manifest.ts';

/** Where a displayed frame lies in the input of a network. */
export function placementOf({ input }: NetworkModel, displayWidth: number, displayHeight: number): Placement {
  const place = input.resize === 'letterbox' ? letterbox : stretch;
  return place(displayWidth, displayHeight, input.width, input.height);
}

/** Motion is detected at low resolution: as many pixels as 320×180, whatever the shape of the frame. */
const ANALYSIS_PIXELS = 320 * 180;
const ANALYSIS_SIDE = 640;

/** Most pixels that `inputSizeOf` answers for this model. */
export const maxInputPixels = (model: Model): number =>
  model.layout === 'moving-object' ? ANALYSIS_PIXELS : model.input.width * model.input.height;

/** The size in which frames of a video of the given displayed size are to be decoded for this model. */
export function inputSizeOf(
  model: Model,
  displayWidth: number,
  displayHeight: number,
): { readonly width: number; readonly height: number } {
  if (model.layout !== 'moving-object') {
    const { width, height } = placementOf(model, displayWidth, displayHeight);
    return { width, height };
  }
  const scale = Math.min(
    1,
    ANALYSIS_SIDE / Math.max(displayWidth, displayHeight),
    Math.sqrt(ANALYSIS_PIXELS / (displayWidth * displayHeight)),
  );
  return {
    width: Math.max(1, Math.floor(displayWidth * scale)),
    height: Math.max(1, Math.floor(displayHeight * scale)),
  };
}
