import { Readable } from 'node:stream';
import type { ContentCoding } from './accepted-coding.ts';
import { LargeBody } from './call.ts';
import { compressed, compressedStream } from './content-coding.ts';
import { bodyOf } from './streamed-body.ts';

type Text = AsyncIterable<Uint8Array>;

/** The JSON text of a body, in pieces. */
export class JsonStream extends LargeBody {
  readonly #read: () => Promise<Text>;

  /** @param read begins to read the text */
  constructor(read: () => Promise<Text>) {
    super();
    this.#read = read;
  }

  /** An object with one more member, whose JSON is a text too large to be held. */
  static withMember(object: object, name: string, read: () => Promise<Text>): JsonStream {
    return new JsonStream(async () => {
      const text = await read();
      return (async function* () {
        yield Buffer.from(`${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:`);
        yield* text;
        yield Buffer.from('}');
      })();
    });
  }

  async open(coding: ContentCoding | null, fields: Readonly<Record<string, unknown>>) {
    const body = await bodyOf(await this.#read(), fields);
    if (coding === null) return body;
    return typeof body === 'string'
      ? Readable.from([await compressed(body, coding)])
      : compressedStream(body, coding);
  }
}
