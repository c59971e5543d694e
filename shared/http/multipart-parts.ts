import { ApiError } from '../contract/errors.ts';
import { utf8Text } from './utf8.ts';

/** A part of a multipart form. */
interface FormPart {
  name: string;
  /** Without a folder; undefined where the part names no file. */
  fileName: string | undefined;
  /** A view of the body. */
  content: Buffer;
}

const CRLF = '\r\n';
const MAX_HEADER_BYTES = 8192;

const malformed = (): ApiError =>
  new ApiError('INVALID_PARAMETER', 'The multipart form is malformed.', { field: 'body' });

/** RFC 2046, 5.1.1: at most 70 characters. */
function boundaryOf(contentType: string): string {
  const [, quoted, token] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw malformed();
  return boundary;
}

const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The parameters of `Content-Disposition: form-data`, one character a byte. */
function dispositionOf(headers: string): Map<string, string> {
  const lines = headers.replaceAll(/\r\n[ \t]+/g, ' ').split(CRLF);
  const values = lines.flatMap((line) => /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line)?.[1] ?? []);
  const [value] = values;
  if (value === undefined || values.length > 1) throw malformed();
  const parameters = [...value.matchAll(PARAMETER)].map(
    ([, name = '', quoted, token = '']): [string, string] => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token,
    ],
  );
  return new Map(parameters);
}

/** `filename*` (RFC 5987), which RFC 7578 discourages and some clients send, goes before `filename`. */
function fileNameOf(disposition: ReadonlyMap<string, string>, field: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(disposition.get('filename*') ?? '') ?? [];
  const plain = disposition.get('filename');
  const bytes =
    encoded === undefined
      ? plain
      : encoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
  if (bytes === undefined) return undefined;
  const name = utf8Text(Buffer.from(bytes, 'latin1'), field).split(/[/\\]/).at(-1) ?? '';
  return /^\.{1,2}$/.test(name) ? '' : name;
}

/**
 * The parts of a multipart form (RFC 7578), read one by one as they are asked for. Text before the first part and after
 * the last is skipped.
 * @throws ApiError `INVALID_PARAMETER`: not well-formed, or a name that is not UTF-8
 */
export function* formParts(body: Buffer, contentType: string): Generator<FormPart> {
  const boundary = boundaryOf(contentType);
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  const first = delimiter.subarray(CRLF.length);
  const begins = body.subarray(0, first.length).equals(first);
  const found = begins ? -CRLF.length : body.indexOf(delimiter);
  if (found === -1) throw malformed();

  let at = found + delimiter.length;
  while (body.toString('latin1', at, at + 2) !== '--') {
    const line = body.indexOf(CRLF, at);
    const end = body.indexOf(CRLF + CRLF, line);
    const next = body.indexOf(delimiter, line);
    const complete = line !== -1 && end !== -1 && next >= end + CRLF.length;
    if (!complete || end - at > MAX_HEADER_BYTES) throw malformed();
    if (!/^[ \t]*$/.test(body.toString('latin1', at, line))) throw malformed();
    const disposition = dispositionOf(body.toString('latin1', line + CRLF.length, end));
    const given = disposition.get('name');
    if (given === undefined) throw malformed();
    const name = utf8Text(Buffer.from(given, 'latin1'), 'body');
    const content = body.subarray(end + 2 * CRLF.length, next);
    yield { name, fileName: fileNameOf(disposition, name), content };
    at = next + delimiter.length;
  }
}
