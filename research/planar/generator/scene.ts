import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import type { Texture } from './texture.ts';

/** By how many of its own widths and heights a texture has moved to the left and up. */
export type Shift = readonly [across: number, down: number];

/** Something in front of the surface. */
export interface Occluder {
  /** Its corners at a time, in pixels; times are in frames. */
  readonly corners: (time: number) => Corners;
  /** A grey level where it has no texture; what a screen shows may change from time to time. */
  readonly look: Texture | number | ((time: number) => Texture);
  /** How its texture moves within the corners, as on a screen. */
  readonly moved?: (time: number) => Shift;
  /** It is a part of the surface, and covers nothing of it. */
  readonly ofSurface?: true;
}

/** A surface before a background, both textured, over `frames` frames of a camera. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly surface: Texture;
  readonly background: Texture;
  /** Where the surface is, in pixels. */
  readonly corners: (time: number) => Corners;
  /** Where the background is: its corners, which may lie far outside. */
  readonly behind: (time: number) => Corners;
  readonly occluders: readonly Occluder[];
  /** Share of the time between frames for which the shutter is open. */
  readonly exposure: number;
  /** Factor and added levels of the light at a pixel. */
  readonly light?: (x: number, y: number, time: number) => readonly [gain: number, bias: number];
  /** Mirrored in the surface, standing still, and how much of it. */
  readonly reflection?: { readonly texture: Texture; readonly share: number };
  /** Standard deviation of the sensor's noise, in levels. */
  readonly noise: number;
  /** Height in levels of a band of noise that rolls down the picture. */
  readonly rollingNoise?: number;
  /** Step of the quantisation of 8 × 8 blocks, as JPEG and video coders do it; 0 for none. */
  readonly quantisation?: number;
}
