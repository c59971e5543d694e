import type { IncomingMessage } from 'node:http';
import { SigV4Error, type SigV4Failure, type SigV4Scope, verifySigV4 } from '../../protocol/sigv4.ts';
import { S3Error, type S3ErrorCode } from './errors.ts';
import { effectiveHeaders, parseTarget, type S3Request } from './request.ts';

/** Value of `x-amz-content-sha256` if the body is not hashed as a whole. */
const PAYLOAD_LITERALS = [
  'UNSIGNED-PAYLOAD',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
];

const CODE_OF: Record<SigV4Failure, S3ErrorCode> = {
  MissingAuthentication: 'AccessDenied',
  MultipleAuthentications: 'InvalidArgument',
  AuthorizationHeaderMalformed: 'AuthorizationHeaderMalformed',
  AuthorizationQueryParametersError: 'AuthorizationQueryParametersError',
  InvalidAccessKeyId: 'InvalidAccessKeyId',
  HeadersNotSigned: 'AccessDenied',
  RequestTimeTooSkewed: 'RequestTimeTooSkewed',
  RequestExpired: 'AccessDenied',
  SignatureDoesNotMatch: 'SignatureDoesNotMatch',
};

/**
 * Parses a request and verifies its sender. The hash of the body is only claimed here; it is checked as the body is
 * read.
 * @throws {S3Error}
 */
export function authenticate(
  message: IncomingMessage,
  scope: SigV4Scope,
  now: number,
): Omit<S3Request, 'body'> {
  const { method = '', url = '', headersDistinct: headers } = message;
  const target = parseTarget(url);
  const payloadHash = checkHash(
    headers['x-amz-content-sha256']?.[0] ??
      target.query.get('X-Amz-Content-Sha256') ??
      (headers.authorization ? undefined : 'UNSIGNED-PAYLOAD'),
  );
  try {
    const signature = verifySigV4({ method, target: url, headers, payloadHash }, scope, now);
    const effective = effectiveHeaders(message, target, signature);
    return { ...target, method, signature, headers: effective.set('x-amz-content-sha256', payloadHash) };
  } catch (error) {
    if (error instanceof SigV4Error) throw new S3Error(CODE_OF[error.failure], error.message);
    throw error;
  }
}

function checkHash(payloadHash: string | undefined): string {
  if (payloadHash === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  if (PAYLOAD_LITERALS.includes(payloadHash) || /^[\da-f]{64}$/.test(payloadHash)) return payloadHash;
  throw new S3Error(
    'InvalidArgument',
    `x-amz-content-sha256 must be ${PAYLOAD_LITERALS.join(', ')}, or a valid sha256 value.`,
  );
}
