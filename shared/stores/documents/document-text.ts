import { type Chunks, type Member, readMembers } from './member-lines.ts';

/** The stored text of some parts of a document. */
interface PartTexts {
  videoDetails?: Chunks | undefined;
  /** `edits` maps the lines of names to values, which replace those of `objects`. */
  tracked?: { objects: Chunks; edits: ReadonlyMap<string, string>; tracks: Chunks } | undefined;
  layers?: Chunks | undefined;
  variables?: Chunks | undefined;
  rules?: Chunks | undefined;
  extra?: Chunks | undefined;
  /** Members that are parts of their own, without being known: key lines and values. */
  added: readonly (readonly [nameLine: string, value: Chunks])[];
}

type Text = AsyncGenerator<string | Buffer>;

/** The JSON of these parts of the document as clients see it, assembled from their texts without parsing them. */
export async function* documentText(schemaVersion: string, parts: PartTexts): Text {
  yield `{"schemaVersion":${JSON.stringify(schemaVersion)}`;
  if (parts.videoDetails) {
    yield ',"videoDetails":';
    yield* parts.videoDetails;
  }
  if (parts.tracked) {
    yield ',"objects":{';
    yield* trackedObjects(parts.tracked);
    yield '}';
  }
  for (const name of ['layers', 'variables', 'rules'] as const) {
    const list = parts[name];
    if (list === undefined) continue;
    yield `,"${name}":`;
    yield* onOneLine(list);
  }
  for await (const { line, value } of readMembers(parts.extra ?? [Buffer.from('{\n}')])) {
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
async function* trackedObjects({ objects, edits, tracks }: NonNullable<PartTexts['tracked']>): Text {
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
