import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { rangeDetails } from '../contract/range.ts';
import { SETTINGS } from '../contract/resources.ts';
import type { MultipartBody } from '../contract/route.ts';
import { bodyLimit } from '../contract/route-limits.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { bodyBytes, mediaType, readJson, sentBytes, wrongType } from './json-body.ts';
import { parseMultipart } from './multipart.ts';
import { singleHeader } from './request-headers.ts';
import { validate } from './validation.ts';

const DIRECT_UPLOAD =
  ' Upload it directly instead: send {"fileName": …, "fileSize": …} to the same address as application/json, ' +
  'PUT the parts of the file to the URLs that are answered, then POST to /api/videos/{id}/upload/complete.';

/** @throws ApiError naming the offending field */
export function readForm(event: APIGatewayProxyEvent, body: MultipartBody, environment: Environment) {
  const { json } = body;
  if (json !== undefined && mediaType(event) === 'application/json') {
    return { json: readJson(event, { kind: 'json', schema: json }) };
  }
  if (mediaType(event) !== 'multipart/form-data') {
    throw wrongType(
      json === undefined ? 'multipart/form-data' : 'multipart/form-data, or as application/json',
    );
  }
  const max = Number(environment.variables[SETTINGS.inlineUploadBytes] ?? LIMITS.inlineUploadBytes);
  const tooLarge = `The file is larger than the ${max} bytes that a form may carry.${
    json === undefined ? '' : DIRECT_UPLOAD
  }`;
  const bytes = bodyBytes(event);
  const provided = sentBytes(event, bytes);
  if (provided > bodyLimit(body, 'multipart/form-data', max)) {
    throw new ApiError('FILE_TOO_LARGE', tooLarge, {
      field: body.file,
      details: rangeDetails({ min: 1, max, provided }),
    });
  }
  const form = parseMultipart(bytes, singleHeader(event, 'Content-Type') ?? '', {
    file: body.file,
    maxFileBytes: max,
    tooLarge,
  });
  return { fields: validate(body.fields, form.fields, 'body'), file: form.file };
}
