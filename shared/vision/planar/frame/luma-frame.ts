/** The luma of a displayed frame: `width * height` bytes, rows from the top, no padding. */
export interface LumaFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
