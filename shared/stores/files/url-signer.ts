import { GetObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '../../contract/limits.ts';
import { MEDIA_BUCKET, SETTINGS } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { pathStyle } from './s3.ts';

export interface SignedUrl {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface UrlSigner {
  /** A time-limited address of an object; what a browser makes of it is forced by type and disposition. */
  sign(key: string, options: { contentType: string; disposition: string }): Promise<SignedUrl>;
  /**
   * Time-limited addresses that take parts of a multipart upload by PUT, each with exactly the `size` named here
   * (bytes). All end at the same time.
   */
  signParts(
    key: string,
    uploadId: string,
    parts: readonly { number: number; size: number }[],
  ): Promise<{ parts: { number: number; url: string }[]; expiresAt: string }>;
}

interface Signing {
  client: S3Client;
  /** Milliseconds since the epoch at which the signing credentials end. */
  expiresAt: number;
}

/** Headers that the taker of a part must send as they were signed. */
const SIZED = new Set(['host', 'content-length']);

/** A URL must die before its credentials do. */
const MARGIN = 60_000;
/** Credentials with less life than this are replaced. */
const RENEWAL = 15 * 60_000;

const createClient = (options: ConstructorParameters<typeof S3Client>[0]): S3Client =>
  new S3Client({ forcePathStyle: pathStyle(), requestChecksumCalculation: 'WHEN_REQUIRED', ...options });

/**
 * URLs are signed with the temporary credentials of a narrow role, whose end is known: the credentials in a
 * Lambda's environment carry no expiry, and a URL dies with the credentials that signed it. Without a role
 * (local cloud) the process's own, lasting credentials sign.
 */
export function openUrlSigner(environment: Environment): UrlSigner {
  const bucket = requireVariable(environment, MEDIA_BUCKET.env);
  const roleArn = environment.variables[SETTINGS.signerRoleArn];
  const { runtime } = environment;
  let signing: Promise<Signing> | undefined;

  const assumeRole = async (RoleArn: string): Promise<Signing> => {
    const { Credentials } = await new STSClient({}).send(
      new AssumeRoleCommand({ RoleArn, RoleSessionName: 'url-signer' }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !Expiration) throw new Error('STS answered without credentials');
    return {
      client: createClient({
        credentials: {
          accessKeyId: AccessKeyId,
          secretAccessKey: SecretAccessKey,
          ...(SessionToken === undefined ? {} : { sessionToken: SessionToken }),
        },
      }),
      expiresAt: Expiration.getTime(),
    };
  };

  const current = async (): Promise<Signing> => {
    const held = await signing?.catch(() => undefined);
    if (held !== undefined && held.expiresAt - runtime.now() > RENEWAL) return held;
    signing = roleArn
      ? assumeRole(roleArn)
      : Promise.resolve({ client: createClient({}), expiresAt: Number.POSITIVE_INFINITY });
    return signing;
  };

  const period = async () => {
    const { client, expiresAt } = await current();
    const now = runtime.now();
    const end = Math.min(now + LIMITS.urlSeconds * 1000, expiresAt - MARGIN);
    return {
      client,
      validity: { expiresIn: Math.floor((end - now) / 1000), signingDate: new Date(now) },
      expiresAt: new Date(end).toISOString(),
    };
  };

  return {
    async sign(key, { contentType, disposition }) {
      const { client, validity, expiresAt } = await period();
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
      });
      return { url: await getSignedUrl(client, command, validity), expiresAt };
    },

    async signParts(Key, UploadId, parts) {
      const { client, validity, expiresAt } = await period();
      const signed = parts.map(async ({ number, size }) => {
        const command = new UploadPartCommand({
          Bucket: bucket,
          Key,
          UploadId,
          PartNumber: number,
          ContentLength: size,
        });
        const url = await getSignedUrl(client, command, { ...validity, signableHeaders: SIZED });
        return { number, url };
      });
      return { parts: await Promise.all(signed), expiresAt };
    },
  };
}
