import { type Chunks, type Member, readMembers } from './member-lines.ts';

/** The stored text of a document's parts; `edits` maps the lines of names to values. */
interface PartTexts {
  videoDetails: Chunks;
  objects: Chunks;
  edits: ReadonlyMap<string, string>;
  tracks: Chunks;
  layers: Chunks;
  variables: Chunks;
  rules: Chunks;
  extra: Chunks;
  /** Members that are parts of their own, without being known: key lines and values. */
  added: readonly (readonly [nameLine: string, value: Chunks])[];
}

type Text = AsyncGenerator<string | Buffer>;

/** The JSON of the document as clients see it, assembled from the texts of its parts without parsing them. */
export async function* documentText(schemaVersion: string, parts: PartTexts): Text {
  yield `{"schemaVersion":${JSON.stringify(schemaVersion)},"videoDetails":`;
  yield* parts.videoDetails;
  yield ',"objects":{';
  yield* trackedObjects(parts);
  yield '},"layers":';
  yield* onOneLine(parts.layers);
  yield ',"variables":';
  yield* onOneLine(parts.variables);
  yield ',"rules":';
  yield* onOneLine(parts.rules);
  for await (const { line, value } of readMembers(parts.extra)) {
    yield `,${line}`;
    yield* value;
  }
  for (const [line, value] of parts.added) {
    yield `,${line}`;
    yield* value;
  }
  yield '}';
}

/** A text without the line breaks between its entries. (JSON has none within strings.) */
async function* onOneLine(text: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of text) {
    const pieces: Buffer[] = [];
    for (let start = 0; start < chunk.length; ) {
      const found = chunk.indexOf('\n', start);
      const end = found < 0 ? chunk.length : found;
      pieces.push(chunk.subarray(start, end));
      start = end + 1;
    }
    yield Buffer.concat(pieces);
  }
}

/**
 * Objects and tracks have the same order, so one walk over both finds the track of each object. Tracks of removed objects
 * are skipped.
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
    for await (const { line, value } of readMembers(objects)) {
      yield separator + line;
      const edited = edits.get(line);
      if (edited === undefined) yield* open(value);
      else yield edited.slice(0, -1);
      while (!track.done && track.value.line < line) track = await remaining.next();
      yield ',"track":';
      if (track.value?.line === line) yield* (track.value as Member).value;
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
  for await (const chunk of object) {
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (held !== undefined) yield held.subarray(0, -1);
}
