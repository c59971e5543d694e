/** Cross-origin access: any origin may do what its signature allows, like the CORS rule of the deployed bucket. */
import { S3Error } from './errors.ts';
import type { Reply } from './reply.ts';

const METHODS = 'GET, HEAD, PUT, POST, DELETE';
const EXPOSED =
  'ETag, Content-Length, Content-Range, Accept-Ranges, x-amz-request-id, x-amz-checksum-crc32, x-amz-checksum-crc32c, x-amz-checksum-crc64nvme, x-amz-checksum-sha1, x-amz-checksum-sha256';
const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** Headers of every answer to a request that names its origin. */
export const corsHeaders = (origin: string | undefined): Record<string, string> =>
  origin === undefined
    ? {}
    : { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED, vary: VARY };

/** Answer to OPTIONS, which is never signed. @throws {S3Error} BadRequest */
export function preflight(headers: NodeJS.Dict<string[]>): Reply {
  if (!headers.origin || !headers['access-control-request-method']) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const asked = headers['access-control-request-headers']?.join(', ');
  return {
    status: 200,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-max-age': '3000',
      ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    },
  };
}
