/** An element of an array by an index within its bounds. The fallback only satisfies the type. */
export const at = (array: Float64Array, index: number): number => array[index] ?? Number.NaN;
