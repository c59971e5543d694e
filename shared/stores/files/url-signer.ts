import { S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '../../contract/limits.ts';
import { MEDIA_BUCKET, SETTINGS } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { traceCalls } from '../tracing/trace-calls.ts';
import { openReadSigner, type ReadSigner } from './read-signer.ts';
import { pathStyle } from './s3.ts';

interface SignedUrl {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

export interface UrlSigner {
  /** A time-limited URL of an object. S3 answers it with the given type and disposition. */
  sign(key: string, options: { contentType: string; disposition: string }): Promise<SignedUrl>;
  /**
   * Time-limited URLs that take parts of a multipart upload by PUT, each part with exactly its `size` in bytes. All expire
   * at the same time.
   */
  signParts(
    key: string,
    uploadId: string,
    parts: readonly { number: number; size: number }[],
  ): Promise<{ parts: { number: number; url: string }[]; expiresAt: string }>;
}

interface Signing {
  client: S3Client;
  signRead: ReadSigner;
  /** When the signing credentials expire, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Headers that must be sent as they were signed. */
const SIGNED_HEADERS = new Set(['host', 'content-length']);

/** A URL expires this long before its credentials. */
const MARGIN_MS = 60_000;
/** Credentials that expire within this time are replaced. */
const RENEW_BEFORE_MS = 15 * 60_000;

/** Over the network, whatever connection this process has: who gets the URLs is outside. */
const createClient = (options: ConstructorParameters<typeof S3Client>[0]): S3Client =>
  new S3Client({ forcePathStyle: pathStyle(), requestChecksumCalculation: 'WHEN_REQUIRED', ...options });

/**
 * Signs with the temporary credentials of a narrow role, whose expiry is known: a URL expires with the credentials that
 * signed it, and those in a Lambda's environment do not say when. Without a role (local cloud) the process's own
 * credentials sign, which do not expire.
 */
export const openUrlSigner = storeFactory('urlSigner', (environment: Environment): UrlSigner => {
  const bucket = requireVariable(environment, MEDIA_BUCKET.env);
  const roleArn = environment.variables[SETTINGS.signerRoleArn];
  const { runtime } = environment;
  let signing: Promise<Signing> | undefined;

  const signingWith = async (client: S3Client, expiresAt: number): Promise<Signing> => ({
    client,
    signRead: await openReadSigner(client, bucket),
    expiresAt,
  });

  const assumeRole = async (RoleArn: string): Promise<Signing> => {
    const sts = new STSClient({});
    traceCalls(sts.middlewareStack);
    const { Credentials } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'url-signer' }));
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !Expiration) throw new Error('STS answered without credentials');
    const credentials = {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(SessionToken === undefined ? {} : { sessionToken: SessionToken }),
    };
    return signingWith(createClient({ credentials }), Expiration.getTime());
  };

  const current = async (): Promise<Signing> => {
    const held = await signing?.catch(() => undefined);
    if (held !== undefined && held.expiresAt - runtime.now() > RENEW_BEFORE_MS) return held;
    signing = roleArn ? assumeRole(roleArn) : signingWith(createClient({}), Number.POSITIVE_INFINITY);
    return signing;
  };

  const period = async () => {
    const { client, signRead, expiresAt } = await current();
    // A signature dates and lasts whole seconds.
    const start = Math.floor(runtime.now() / 1000);
    const expiresIn = Math.min(LIMITS.urlSeconds, Math.floor((expiresAt - MARGIN_MS) / 1000) - start);
    return {
      client,
      signRead,
      validity: { expiresIn, signingDate: new Date(start * 1000) },
      expiresAt: new Date((start + expiresIn) * 1000).toISOString(),
    };
  };

  return {
    async sign(key, as) {
      const { signRead, validity, expiresAt } = await period();
      return { url: await signRead(key, as, validity), expiresAt };
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
        const url = await getSignedUrl(client, command, { ...validity, signableHeaders: SIGNED_HEADERS });
        return { number, url };
      });
      return { parts: await Promise.all(signed), expiresAt };
    },
  };
});
