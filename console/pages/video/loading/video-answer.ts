import { isJsonObject, type JsonObject } from '../../../../shared/domain/json/json.ts';

/** An answer about a video without the objects of its document, and how many these are. */
interface AnswerHead {
  readonly video: JsonObject;
  readonly objects: number;
}

/** Parses a large answer about a video in a worker, and hands out its objects a few at a time. */
export class VideoAnswer {
  #objects: [id: string, object: unknown][] = [];

  /** @throws SyntaxError, TypeError */
  parse(bytes: ArrayBuffer): AnswerHead {
    const video: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isJsonObject(video)) throw new TypeError('A video is a JSON object');
    const { metadata } = video;
    if (!isJsonObject(metadata) || !isJsonObject(metadata.objects)) return { video, objects: 0 };
    this.#objects = Object.entries(metadata.objects);
    return { video: { ...video, metadata: { ...metadata, objects: {} } }, objects: this.#objects.length };
  }

  /** Some of the objects, in the order of the document. */
  objects(from: number, to: number): [id: string, object: unknown][] {
    return this.#objects.slice(from, to);
  }
}
