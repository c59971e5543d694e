import { type Entry, readMembers } from './member-lines.ts';

/** The stored text of a document's parts; `edits` as a map of key lines to values. */
export interface PartTexts {
  videoDetails: AsyncIterable<Buffer>;
  objects: AsyncIterable<Buffer>;
  edits: ReadonlyMap<string, string>;
  tracks: AsyncIterable<Buffer>;
  layers: AsyncIterable<Buffer>;
  variables: AsyncIterable<Buffer>;
  rules: AsyncIterable<Buffer>;
  extra: AsyncIterable<Buffer>;
  /** Members that are parts of their own, without being known: key lines and values. */
  added: readonly (readonly [nameLine: string, value: AsyncIterable<Buffer>])[];
}

type Text = AsyncGenerator<string | Buffer>;

/** The JSON of the document as clients see it, put together from the texts of its parts without parsing them. */
export async function* documentText(schemaVersion: string, parts: PartTexts): Text {
  yield `{"schemaVersion":${JSON.stringify(schemaVersion)},"videoDetails":`;
  yield* parts.videoDetails;
  yield ',"objects":{';
  yield* trackedObjects(parts);
  yield '},"layers":';
  yield* parts.layers;
  yield ',"variables":';
  yield* parts.variables;
  yield ',"rules":';
  yield* parts.rules;
  for await (const { key, value } of readMembers(parts.extra)) {
    yield `,${key}`;
    yield* value;
  }
  for (const [key, value] of parts.added) {
    yield `,${key}`;
    yield* value;
  }
  yield '}';
}

/**
 * Objects and tracks come in the same order, so that one walk over both finds what belongs together. Tracks of
 * removed objects are skipped.
 */
async function* trackedObjects({
  objects,
  edits,
  tracks,
}: Pick<PartTexts, 'objects' | 'edits' | 'tracks'>): Text {
  const remaining = readMembers(tracks);
  try {
    let track = await remaining.next();
    let separator = '';
    for await (const { key, value } of readMembers(objects)) {
      yield separator + key;
      const edited = edits.get(key);
      if (edited === undefined) yield* open(value);
      else yield edited.slice(0, -1);
      while (!track.done && track.value.key < key) track = await remaining.next();
      yield ',"track":';
      if (track.value?.key === key) yield* (track.value as Entry).value;
      else yield '[]';
      yield '}';
      separator = ',';
    }
  } finally {
    await remaining.return(undefined);
  }
}

/** The text of an object without its closing brace. */
async function* open(object: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const piece of object) {
    if (held !== undefined) yield held;
    held = piece;
  }
  if (held !== undefined) yield held.subarray(0, -1);
}
