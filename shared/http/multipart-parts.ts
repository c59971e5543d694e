import { ApiError } from '../contract/errors.ts';
import { toField } from '../domain/json/path.ts';
import { requirePlainPart } from './body-encoding.ts';
import { headerParameters } from './header-parameters.ts';
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

/** The headers of a part by name in lower case, one character a byte. */
function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replaceAll(/\r\n[ \t]+/g, ' ').split(CRLF)) {
    const [, name, value = ''] = /^([^\s:]+):(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (headers.has(name.toLowerCase())) throw malformed();
    headers.set(name.toLowerCase(), value.trim());
  }
  return headers;
}

/** The parameters of `Content-Disposition: form-data`. */
function dispositionOf(headers: ReadonlyMap<string, string>): Map<string, string> {
  const [, parameters] = /^form-data\s*(;.*)$/i.exec(headers.get('content-disposition') ?? '') ?? [];
  if (parameters === undefined) throw malformed();
  return new Map(headerParameters(parameters));
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
 * @throws ApiError `INVALID_PARAMETER`: not well-formed, a name that is not UTF-8, or content that is encoded
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
    const headers = headersOf(body.toString('latin1', line + CRLF.length, end));
    const disposition = dispositionOf(headers);
    const given = disposition.get('name');
    if (given === undefined) throw malformed();
    const name = utf8Text(Buffer.from(given, 'latin1'), 'body');
    const content = body.subarray(end + 2 * CRLF.length, next);
    const fileName = fileNameOf(disposition, name);
    requirePlainPart(headers, toField([name]), fileName !== undefined);
    yield { name, fileName, content };
    at = next + delimiter.length;
  }
}
