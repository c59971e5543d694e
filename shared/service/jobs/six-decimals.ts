/** Six decimals: of a fraction of the frame far below a pixel, of a probability or a cosine far below what tells. */
export const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6;
