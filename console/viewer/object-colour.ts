/** Colours that differ in hue and lightness, seen well on pictures; after Tol, "Colour schemes" (SRON/EPS/TN/09-002), bright and vibrant. */
const COLOURS = [
  '#66ccee',
  '#ee7733',
  '#ccbb44',
  '#ee6699',
  '#44bb99',
  '#77aadd',
  '#ee8866',
  '#bbcc33',
  '#ffaabb',
  '#99ddff',
] as const;

/** The colour of an object everywhere: the same for the same id, in every document. */
export function objectColour(id: string): string {
  let hash = 0x811c9dc5;
  // FNV-1a, 32 bits.
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return COLOURS[(hash >>> 0) % COLOURS.length] as string;
}
