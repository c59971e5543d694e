import { isJsonObject, type JsonObject } from '../../../../../shared/domain/json/json.ts';

/** A document as the service sends it: JSON in UTF-8. */
export type DocumentBytes = ArrayBuffer;

/** @throws SyntaxError, TypeError */
export function parseDocument(bytes: DocumentBytes): JsonObject {
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isJsonObject(document)) throw new TypeError('A document is a JSON object');
  return document;
}
