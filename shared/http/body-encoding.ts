import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { headerParameters } from './header-parameters.ts';
import { headerValues } from './request-headers.ts';

/** ASCII is part of it. */
const UTF8 = /^(?:utf-?8|(?:us-)?ascii)$/i;

/** How the parts of a form may say that they are sent as they are (RFC 2045, section 6). */
const UNENCODED = /^(?:7bit|8bit|binary)$/i;

/** Codings that leave the bytes as they are. Chunks are put together before a body gets here (RFC 9112, section 7.1). */
const PERMITTED_CODINGS = [
  ['Content-Encoding', /^(?:identity)?$/i],
  ['Transfer-Encoding', /^(?:chunked|identity)?$/i],
] as const;

const refused = (field: string, message: string): ApiError =>
  new ApiError('INVALID_PARAMETER', message, { field });

function requireUtf8(contentType: string, field: string): void {
  const charsets = headerParameters(contentType).filter(([name]) => name === 'charset');
  if (charsets.every(([, charset]) => UTF8.test(charset))) return;
  throw refused(field, `${field} names another character set than UTF-8, the only one that is read.`);
}

/**
 * Requires that a body is sent as it is, its text in UTF-8: read as that, another one would be stored as something else.
 * @throws ApiError `INVALID_PARAMETER` naming the header
 */
export function requirePlainBody(event: APIGatewayProxyEvent): void {
  for (const [header, permitted] of PERMITTED_CODINGS) {
    const codings = headerValues(event, header).flatMap((value) => value.split(','));
    if (codings.every((coding) => permitted.test(coding.trim()))) continue;
    throw refused(header, `The body must be sent without ${header}: it is not decompressed.`);
  }
  for (const type of headerValues(event, 'Content-Type')) requireUtf8(type, 'Content-Type');
}

/**
 * As {@link requirePlainBody}, for a part of a form. The type of a file is its own affair.
 * @param headers by name in lower case
 */
export function requirePlainPart(headers: ReadonlyMap<string, string>, field: string, isFile: boolean): void {
  if (!UNENCODED.test(headers.get('content-transfer-encoding') ?? 'binary')) {
    throw refused(field, `${field} must be sent without Content-Transfer-Encoding: it is not decoded.`);
  }
  if (!isFile) requireUtf8(headers.get('content-type') ?? '', field);
}
