import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import { openUrlSigner } from '../../../shared/stores/files/url-signer.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const { environment } = await startWorkbench();
const NOW = Date.parse('2026-11-21T09:42:17.931Z');
const AS = { contentType: 'video/mp4', disposition: 'inline' };

/** When S3 no longer answers the URL, ISO 8601. */
function endOf(url: string): string {
  const { searchParams } = new URL(url);
  const [date = '', time = ''] = (searchParams.get('X-Amz-Date') ?? '').split('T');
  const start = Date.parse(
    `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)Z/, '$1:$2:$3Z')}`,
  );
  return new Date(start + Number(searchParams.get('X-Amz-Expires')) * 1000).toISOString();
}

/** The URLs of a file and of a part, each with the end that clients are told. */
async function signedUrls(variables: Readonly<Record<string, string>> = {}) {
  const signer = openUrlSigner({
    ...environment,
    variables: { ...environment.variables, ...variables },
    runtime: { ...environment.runtime, now: () => NOW },
  });
  const { parts, expiresAt } = await signer.signParts('uploads/a', 'id', [{ number: 1, size: 1 }]);
  return [await signer.sign('uploads/a', AS), ...parts.map(({ url }) => ({ url, expiresAt }))];
}

/** Answers every request with credentials that expire then. */
async function startSts(expiration: string): Promise<string> {
  const server = createServer((_, response) =>
    response.end(`<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>AKIA</AccessKeyId>
      <SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken>
      <Expiration>${expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a URL ends when the client is told that it does', async () => {
  for (const { url, expiresAt } of await signedUrls()) {
    expect([endOf(url), expiresAt]).toEqual(['2026-11-21T10:42:17.000Z', '2026-11-21T10:42:17.000Z']);
  }
});

test('a URL ends a minute before the credentials that signed it, when the client is told', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_STS', await startSts('2026-11-21T10:12:17.250Z'));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const { url, expiresAt } of await signedUrls({ [SETTINGS.signerRoleArn]: 'arn:aws:iam::1:role/x' })) {
    expect([endOf(url), expiresAt]).toEqual(['2026-11-21T10:11:17.000Z', '2026-11-21T10:11:17.000Z']);
  }
});
