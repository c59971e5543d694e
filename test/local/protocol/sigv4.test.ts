/** The examples of AWS's documentation, and what must not pass. */
import { describe, expect, test } from 'vitest';
import {
  type SignedRequest,
  SigV4Error,
  type SigV4Failure,
  sha256Hex,
  verifySigV4,
} from '../../../local/protocol/sigv4.ts';

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const s3 = { credentials, region: 'us-east-1', service: 's3' };
const signedAt = Date.UTC(2013, 4, 24);
const minutes = (count: number): number => signedAt + count * 60_000;
const emptyHash = sha256Hex('');

const authorization = (signedHeaders: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;

const getObject: SignedRequest = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    host: ['examplebucket.s3.amazonaws.com'],
    range: ['bytes=0-9'],
    'x-amz-content-sha256': [emptyHash],
    'x-amz-date': ['20130524T000000Z'],
    authorization: [
      authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    ],
  },
  payloadHash: emptyHash,
};

const putHash = sha256Hex('Welcome to Amazon S3.');
const putObject: SignedRequest = {
  method: 'PUT',
  target: '/test$file.text',
  headers: {
    host: ['examplebucket.s3.amazonaws.com'],
    date: ['Fri, 24 May 2013 00:00:00 GMT'],
    'x-amz-content-sha256': [putHash],
    'x-amz-date': ['20130524T000000Z'],
    'x-amz-storage-class': ['REDUCED_REDUNDANCY'],
    authorization: [
      authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    ],
  },
  payloadHash: putHash,
};

const listObjects: SignedRequest = {
  ...getObject,
  target: '/?max-keys=2&prefix=J',
  headers: {
    host: ['examplebucket.s3.amazonaws.com'],
    'x-amz-content-sha256': [emptyHash],
    'x-amz-date': ['20130524T000000Z'],
    authorization: [
      authorization(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    ],
  },
};

const presigned: SignedRequest = {
  method: 'GET',
  target:
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host: ['examplebucket.s3.amazonaws.com'] },
  payloadHash: 'UNSIGNED-PAYLOAD',
};

const failure = (request: SignedRequest, now = signedAt, scope = s3): SigV4Failure | 'accepted' => {
  try {
    verifySigV4(request, scope, now);
    return 'accepted';
  } catch (error) {
    if (error instanceof SigV4Error) return error.failure;
    throw error;
  }
};

describe('published examples are accepted', () => {
  test.each([
    ['GET of a range', getObject],
    ['PUT with a key that must be encoded', putObject],
    ['list with a query', listObjects],
    ['presigned GET', presigned],
  ])('%s', (_, request) => {
    expect(failure(request)).toBe('accepted');
  });

  test('a signature yields what the signatures of chunks continue from', () => {
    expect(verifySigV4(getObject, s3, signedAt)).toMatchObject({
      via: 'header',
      value: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      timestamp: '20130524T000000Z',
      scope: '20130524/us-east-1/s3/aws4_request',
    });
  });

  test('other services: get-vanilla and get-utf8 of the general test suite', () => {
    const scope = {
      credentials: {
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
      region: 'us-east-1',
      service: 'service',
    };
    const at = Date.UTC(2015, 7, 30, 12, 36);
    const request = (target: string, signature: string): SignedRequest => ({
      method: 'GET',
      target,
      headers: {
        host: ['example.amazonaws.com'],
        'x-amz-date': ['20150830T123600Z'],
        authorization: [
          `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
        ],
      },
      payloadHash: emptyHash,
    });
    const vanilla = request('/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
    const utf8 = request('/\u1234', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85');
    expect(failure(vanilla, at, scope)).toBe('accepted');
    expect(failure(utf8, at, scope)).toBe('accepted');
  });
});

describe('what was not signed so is refused', () => {
  test.each<[string, SignedRequest]>([
    ['another method', { ...getObject, method: 'DELETE' }],
    ['another path', { ...getObject, target: '/test2.txt' }],
    ['another query', { ...listObjects, target: '/?max-keys=3&prefix=J' }],
    ['another body', { ...getObject, payloadHash: sha256Hex('x') }],
    ['another signed header', { ...getObject, headers: { ...getObject.headers, range: ['bytes=0-10'] } }],
    ['another expiry', { ...presigned, target: presigned.target.replace('86400', '86401') }],
    ['a further query parameter', { ...presigned, target: `${presigned.target}&x=1` }],
    ['a target that is not UTF-8', { ...getObject, target: '/%ff' }],
  ])('%s', (_, request) => {
    expect(failure(request)).toBe('SignatureDoesNotMatch');
  });

  test('a header x-amz-* that the signature does not cover', () => {
    const extra = { 'x-amz-checksum-crc32': ['AAAAAA=='] };
    expect(failure({ ...presigned, headers: { ...presigned.headers, ...extra } })).toBe('HeadersNotSigned');
    expect(failure({ ...getObject, headers: { ...getObject.headers, ...extra } })).toBe('HeadersNotSigned');
  });

  test('another key, secret, region or service', () => {
    const other = { ...s3, credentials: { ...credentials, accessKeyId: 'other' } };
    expect(failure(getObject, signedAt, other)).toBe('InvalidAccessKeyId');
    const secret = { ...s3, credentials: { ...credentials, secretAccessKey: 'other' } };
    expect(failure(getObject, signedAt, secret)).toBe('SignatureDoesNotMatch');
    expect(failure(getObject, signedAt, { ...s3, region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed');
    expect(failure(getObject, signedAt, { ...s3, service: 'sqs' })).toBe('AuthorizationHeaderMalformed');
    expect(failure(presigned, signedAt, { ...s3, region: 'eu-west-1' })).toBe(
      'AuthorizationQueryParametersError',
    );
  });

  test('no signature at all, or two', () => {
    expect(failure({ ...getObject, headers: { host: ['a'] } })).toBe('MissingAuthentication');
    const both = { ...presigned.headers, authorization: getObject.headers.authorization };
    expect(failure({ ...presigned, headers: both })).toBe('MultipleAuthentications');
  });

  test.each([
    'Basic dXNlcjpwYXNz',
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA256 Credential=a,SignedHeaders=host',
    '',
  ])('a malformed Authorization header: %j', (header) => {
    const headers = { ...getObject.headers, authorization: [header] };
    expect(failure({ ...getObject, headers })).toBe('AuthorizationHeaderMalformed');
  });

  test.each(['X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Expires', 'X-Amz-SignedHeaders', 'X-Amz-Signature'])(
    'a presigned query without %s',
    (name) => {
      const target = presigned.target.replace(new RegExp(`&${name}=[^&]*`), '');
      expect(failure({ ...presigned, target })).toBe('AuthorizationQueryParametersError');
    },
  );
});

describe('time', () => {
  test('a signed request is good for 15 minutes, either way', () => {
    expect(failure(getObject, minutes(15))).toBe('accepted');
    expect(failure(getObject, minutes(-15))).toBe('accepted');
    expect(failure(getObject, minutes(15) + 1)).toBe('RequestTimeTooSkewed');
    expect(failure(getObject, minutes(-15) - 1)).toBe('RequestTimeTooSkewed');
  });

  test('a presigned URL is good until it expires', () => {
    expect(failure(presigned, minutes(24 * 60))).toBe('accepted');
    expect(failure(presigned, minutes(24 * 60) + 1)).toBe('RequestExpired');
    expect(failure(presigned, minutes(-16))).toBe('RequestExpired');
  });

  test.each(['0', '604801', '-1', 'x'])('a presigned URL cannot last %s seconds', (expires) => {
    const target = presigned.target.replace('86400', expires);
    expect(failure({ ...presigned, target })).toBe('AuthorizationQueryParametersError');
  });
});
