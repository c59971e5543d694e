import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';

interface Validity {
  /** Seconds. */
  readonly expiresIn: number;
  readonly signingDate: Date;
}

interface Representation {
  readonly contentType: string;
  readonly disposition: string;
}

/** The URL of an object that S3 answers with this type and disposition. */
export type ReadSigner = (key: string, as: Representation, validity: Validity) => Promise<string>;

const PATTERN_KEY = 'key';

/**
 * Prepares to sign URLs of a bucket's objects. They are those of `getSignedUrl`, which takes a request through all steps of the client
 * each time; here it does so once, and the URL that it makes is the pattern of all others.
 */
export async function openReadSigner(client: S3Client, Bucket: string): Promise<ReadSigner> {
  const pattern = new URL(
    await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: PATTERN_KEY }), { expiresIn: 1 }),
  );
  const { protocol, hostname, port, pathname, searchParams } = pattern;
  const [, , region = ''] = searchParams.get('X-Amz-Credential')?.split('/').slice(-5) ?? [];
  const presigner = new S3RequestPresigner({ ...client.config, region });
  const query = Object.fromEntries([...searchParams].filter(([name]) => !name.startsWith('X-Amz-')));

  return async (key, { contentType, disposition }, validity) => {
    const signed = await presigner.presign(
      {
        method: 'GET',
        protocol,
        hostname,
        ...(port !== '' && { port: Number(port) }),
        path: pathname.slice(0, -PATTERN_KEY.length) + key.split('/').map(encode).join('/'),
        query: {
          ...query,
          'response-content-type': contentType,
          'response-content-disposition': disposition,
        },
        headers: {},
      },
      validity,
    );
    const search = Object.entries(signed.query ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
    return `${pattern.origin}${signed.path}?${search.join('&')}`;
  };
}

/** Percent-encodes all but the unreserved characters of RFC 3986, as signatures need it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
