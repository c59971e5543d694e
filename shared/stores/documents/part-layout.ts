import type { Identified, Layer } from '../../contract/schemas/metadata.ts';

/**
 * A piece of a part's text that can be found, read and replaced by itself: a member of a map, an entry of a list, a layer
 * without its overlays, an overlay.
 */
export interface PartEntry {
  /** Its lines, with those of punctuation that come before it, if it is the first, and after it. */
  readonly text: string;
  /** The name of a member; else the `id` that it has. */
  readonly id: string;
  /** The entries up to the next layer are its overlays. */
  readonly isLayer?: boolean;
}

/** Parts that are maps by object id: their members are sorted by the lines of the names, so that they are read side by side. */
const BY_OBJECT: ReadonlySet<string> = new Set(['objects', 'tracks']);

export const isSortedPart = (name: string): boolean => BY_OBJECT.has(name);

/** Whether the entries of a part are members, which have a line with their name before that with the value. */
export const isNamedPart = (name: string): boolean => isSortedPart(name) || name === 'extra';

/**
 * The JSON of a part in entries, each value and each name on a line of its own, punctuation on lines between them. (What
 * `JSON.stringify` writes has no line breaks.) A part that is neither a map nor a list is one line without entries.
 *
 *     {                 [                 [
 *     "a":              {"id":"v",…}      {"id":"layer",…,"overlays":[
 *     {…}               ,                 {"id":"overlay",…}
 *     ,                 {"id":"w",…}      ]}
 *     "b":              ]                 ]
 *     {…}
 *     }
 */
export function* layOut(name: string, value: unknown): Generator<PartEntry | string> {
  if (isNamedPart(name)) yield* members(value as Readonly<Record<string, unknown>>, isSortedPart(name));
  else if (name === 'layers') yield* layers(value as readonly Layer[]);
  else if (Array.isArray(value)) yield* list(value as readonly Identified[]);
  else yield JSON.stringify(value);
}

/** The line that begins a member. */
export const nameLine = (name: string): string => `${JSON.stringify(name)}:`;

/** The line of a layer, which its overlays follow. */
export function layerLine({ overlays: _, ...layer }: Layer): string {
  return `${JSON.stringify(layer).slice(0, -1)}${OPEN_OVERLAYS}`;
}

/** How the line of a layer ends. */
export const OPEN_OVERLAYS = ',"overlays":[';

function* members(map: Readonly<Record<string, unknown>>, sorted: boolean): Generator<PartEntry | string> {
  const named = Object.entries(map).map(([id, value]) => ({ id, line: nameLine(id), value }));
  if (sorted) named.sort((a, b) => (a.line < b.line ? -1 : 1));
  if (named.length === 0) yield '{\n}';
  for (const [index, { id, line, value }] of named.entries()) {
    const end = index === named.length - 1 ? '}' : ',\n';
    yield { id, text: `${index === 0 ? '{\n' : ''}${line}\n${JSON.stringify(value)}\n${end}` };
  }
}

function* list(entries: readonly Identified[]): Generator<PartEntry | string> {
  if (entries.length === 0) yield '[\n]';
  for (const [index, entry] of entries.entries()) {
    const end = index === entries.length - 1 ? ']' : ',\n';
    yield { id: entry.id, text: `${index === 0 ? '[\n' : ''}${JSON.stringify(entry)}\n${end}` };
  }
}

function* layers(all: readonly Layer[]): Generator<PartEntry | string> {
  if (all.length === 0) yield '[\n]';
  for (const [index, layer] of all.entries()) {
    const end = `]}\n${index === all.length - 1 ? ']' : ',\n'}`;
    const { id, overlays } = layer;
    const begin = index === 0 ? '[\n' : '';
    yield { id, isLayer: true, text: `${begin}${layerLine(layer)}\n${overlays.length === 0 ? end : ''}` };
    for (const [at, overlay] of overlays.entries())
      yield {
        id: overlay.id,
        text: `${JSON.stringify(overlay)}\n${at === overlays.length - 1 ? end : ',\n'}`,
      };
  }
}
