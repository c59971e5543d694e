/** Bytes as the characters of the same numbers (ISO 8859-1), of a few thousand bytes at most. */
export const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
