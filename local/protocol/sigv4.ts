/**
 * Verification of AWS Signature Version 4, in the Authorization header or in a presigned query.
 * Source: "Signature Version 4 signing process", https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface SigV4Scope {
  credentials: Credentials;
  region: string;
  /** Service name in the credential scope: `s3`, `sqs`, … */
  service: string;
}

/** A request as it came over the wire. */
export interface SignedRequest {
  method: string;
  /** Request target before any decoding: `/path?query`. */
  target: string;
  /** `IncomingMessage.headersDistinct`. */
  headers: NodeJS.Dict<string[]>;
  /** Lower-case hex SHA-256 of the body, or the literal that S3 accepts in its place (`UNSIGNED-PAYLOAD`, …). */
  payloadHash: string;
}

/** The verified signature, which the signatures of the chunks of a streamed body continue. */
export interface Signature {
  via: 'header' | 'query';
  /** Lower-case hex. */
  value: string;
  /** `YYYYMMDDTHHMMSSZ`. */
  timestamp: string;
  /** `YYYYMMDD/region/service/aws4_request`. */
  scope: string;
  signingKey: Buffer;
}

/** Why a request is refused; S3's error code if it has one. */
export type SigV4Failure =
  | 'MissingAuthentication'
  | 'MultipleAuthentications'
  | 'AuthorizationHeaderMalformed'
  | 'AuthorizationQueryParametersError'
  | 'InvalidAccessKeyId'
  | 'HeadersNotSigned'
  | 'RequestTimeTooSkewed'
  | 'RequestExpired'
  | 'SignatureDoesNotMatch';

export class SigV4Error extends Error {
  readonly failure: SigV4Failure;

  constructor(failure: SigV4Failure, message: string) {
    super(message);
    this.name = 'SigV4Error';
    this.failure = failure;
  }
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;

interface Claim {
  via: Signature['via'];
  credential: string;
  signedHeaders: string[];
  signature: string;
  timestamp: string;
  /** Lifetime of a presigned URL in seconds. */
  expires?: number;
}

/**
 * Checks that `request` was signed with `scope.credentials`, for this region and service, at a time that is
 * still valid at `now` (epoch ms), and that the signature covers `host` and every `x-amz-*` header.
 * @throws {SigV4Error}
 */
export function verifySigV4(request: SignedRequest, scope: SigV4Scope, now: number): Signature {
  const query = parseQuery(splitOnce(request.target, '?')[1]);
  const claim = readClaim(request.headers, query);
  const scopeText = checkCredential(claim, scope);
  checkTime(claim, now);
  checkCoverage(claim, request.headers);

  const { value, signingKey } = signatureOf(request, { ...claim, query }, scopeText, scope.credentials);
  if (!sameSignature(value, claim.signature)) {
    throw new SigV4Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  return {
    via: claim.via,
    value: claim.signature,
    timestamp: claim.timestamp,
    scope: scopeText,
    signingKey,
  };
}

/**
 * Signs a request at `now` (epoch ms); covered are `host` and every `x-amz-*` header, among them `x-amz-date`, which must have
 * that time.
 * @returns the value of its Authorization header
 */
export function signSigV4(
  request: SignedRequest,
  { credentials, region, service }: SigV4Scope,
  now: number,
): string {
  const timestamp = toTimestamp(now);
  const scopeText = `${timestamp.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signedHeaders = Object.keys(request.headers).filter(mustBeSigned).sort();
  const query = parseQuery(splitOnce(request.target, '?')[1]);
  const { value } = signatureOf(request, { signedHeaders, timestamp, query }, scopeText, credentials);
  const credential = `${credentials.accessKeyId}/${scopeText}`;
  return `${ALGORITHM} Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${value}`;
}

/** `YYYYMMDDTHHMMSSZ` of a time in epoch milliseconds. */
export const toTimestamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');

function signatureOf(
  { method, target, headers, payloadHash }: SignedRequest,
  signed: Pick<Claim, 'signedHeaders' | 'timestamp'> & { query: readonly (readonly [string, string])[] },
  scopeText: string,
  { secretAccessKey }: Credentials,
): { value: string; signingKey: Buffer } {
  const canonical = [
    method,
    canonicalPath(splitOnce(target, '?')[0], scopeText.split('/')[2] ?? ''),
    canonicalQuery(signed.query),
    ...signed.signedHeaders.map((name) => `${name}:${canonicalHeader(headers[name])}`),
    '',
    signed.signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const stringToSign = [ALGORITHM, signed.timestamp, scopeText, sha256Hex(canonical)].join('\n');
  const signingKey = deriveKey(secretAccessKey, scopeText);
  return { value: hmac(signingKey, stringToSign).toString('hex'), signingKey };
}

export const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();

/** Compares two hex signatures in constant time. */
export function sameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function readClaim(headers: NodeJS.Dict<string[]>, query: readonly (readonly [string, string])[]): Claim {
  const authorization = headers.authorization?.[0];
  const parameters = new Map(query);
  const presigned = parameters.has('X-Amz-Algorithm') || parameters.has('X-Amz-Signature');
  if (authorization !== undefined && presigned) {
    throw new SigV4Error(
      'MultipleAuthentications',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    );
  }
  if (presigned) return presignedClaim(parameters);
  if (authorization !== undefined) return headerClaim(authorization, headers['x-amz-date']?.[0]);
  throw new SigV4Error('MissingAuthentication', 'Access Denied');
}

function headerClaim(authorization: string, timestamp: string | undefined): Claim {
  const [algorithm, fields = ''] = splitOnce(authorization, ' ');
  const field = new Map(fields.split(',').map((part) => splitOnce(part.trim(), '=')));
  const credential = field.get('Credential');
  const signedHeaders = field.get('SignedHeaders');
  const signature = field.get('Signature');
  if (algorithm !== ALGORITHM || !credential || !signedHeaders || !signature || !isTimestamp(timestamp)) {
    throw new SigV4Error(
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; it needs ${ALGORITHM}, Credential, SignedHeaders and Signature, and an x-amz-date header.`,
    );
  }
  return { via: 'header', credential, signedHeaders: signedHeaders.split(';'), signature, timestamp };
}

function presignedClaim(parameters: Map<string, string>): Claim {
  const credential = parameters.get('X-Amz-Credential');
  const signedHeaders = parameters.get('X-Amz-SignedHeaders');
  const signature = parameters.get('X-Amz-Signature');
  const timestamp = parameters.get('X-Amz-Date');
  const expires = parameters.get('X-Amz-Expires') ?? '';
  if (
    parameters.get('X-Amz-Algorithm') !== ALGORITHM ||
    !credential ||
    !signedHeaders ||
    !signature ||
    !isTimestamp(timestamp) ||
    !/^\d{1,6}$/.test(expires) ||
    Number(expires) < 1 ||
    Number(expires) > MAX_EXPIRES_SECONDS
  ) {
    throw new SigV4Error(
      'AuthorizationQueryParametersError',
      `Query-string authentication requires X-Amz-Algorithm=${ALGORITHM}, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires of 1 to ${MAX_EXPIRES_SECONDS} seconds.`,
    );
  }
  return {
    via: 'query',
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    timestamp,
    expires: Number(expires),
  };
}

/** Returns the credential scope; the access key id may itself contain slashes, the scope is the last four parts. */
function checkCredential(claim: Claim, { credentials, region, service }: SigV4Scope): string {
  const parts = claim.credential.split('/');
  const scope = parts.slice(-4).join('/');
  const expected = `${claim.timestamp.slice(0, 8)}/${region}/${service}/aws4_request`;
  if (parts.slice(0, -4).join('/') !== credentials.accessKeyId) {
    throw new SigV4Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  if (scope !== expected) {
    throw new SigV4Error(
      claim.via === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError',
      `The credential scope '${scope}' is wrong; expecting '${expected}'`,
    );
  }
  return scope;
}

function checkTime(claim: Claim, now: number): void {
  const signedAt = parseTimestamp(claim.timestamp);
  const tooEarly = signedAt - now > MAX_SKEW_MS;
  if (claim.expires === undefined) {
    if (!tooEarly && now - signedAt <= MAX_SKEW_MS) return;
    throw new SigV4Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  if (tooEarly) throw new SigV4Error('RequestExpired', 'Request is not valid yet');
  if (now > signedAt + claim.expires * 1000) throw new SigV4Error('RequestExpired', 'Request has expired');
}

function checkCoverage(claim: Claim, headers: NodeJS.Dict<string[]>): void {
  const signed = new Set(claim.signedHeaders);
  const missing = Object.keys(headers).filter((name) => mustBeSigned(name) && !signed.has(name));
  if (missing.length > 0 || !signed.has('host')) {
    throw new SigV4Error(
      'HeadersNotSigned',
      `There were headers present in the request which were not signed: ${missing.join(', ')}`,
    );
  }
}

const mustBeSigned = (name: string): boolean => name === 'host' || name.startsWith('x-amz-');

/** S3 signs the path as sent; every other service signs the encoded path encoded again. */
function canonicalPath(path: string, service: string): string {
  const text = service === 's3' ? decode(path) : path;
  return text.split('/').map(encode).join('/') || '/';
}

function canonicalQuery(query: readonly (readonly [string, string])[]): string {
  return query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const canonicalHeader = (values: string[] = []): string =>
  values.map((value) => value.trim().replace(/ +/g, ' ')).join(',');

/** Name-value pairs of a raw query string, decoded, in the order given. */
export function parseQuery(search: string): [string, string][] {
  return search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, value] = splitOnce(pair.replaceAll('+', ' '), '=');
      return [decode(name), decode(value)];
    });
}

/** Signing keys by secret and scope; those of earlier days are dropped. */
const keys = new Map<string, Buffer>();
const MOST_KEYS = 16;

function deriveKey(secret: string, scope: string): Buffer {
  const name = `${secret} ${scope}`;
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = scope.split('/').reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(name, key);
  return key;
}

const isTimestamp = (text: string | undefined): text is string =>
  text !== undefined && /^\d{8}T\d{6}Z$/.test(text) && Number.isFinite(parseTimestamp(text));

const parseTimestamp = (text: string): number =>
  Date.parse(text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SigV4Error('SignatureDoesNotMatch', 'The request target is not valid percent-encoded UTF-8.');
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
