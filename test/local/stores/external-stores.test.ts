import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { externalStores } from '../../../local/stores/external-stores.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { sampledRows } from '../../support/run/long.ts';
import { settled, upload } from '../../support/service/api.ts';
import { startMortalService } from '../../support/service/mortal-service.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

describe('the variables of the SDK say which stores are external', () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };

  test('credentials and a region alone make none external, and are not used', () => {
    expect(externalStores(credentials)).toEqual({ endpoints: {}, credentials: undefined, region: undefined });
  });

  test('one address is for all, that of a store goes before it', () => {
    const { endpoints } = externalStores({
      AWS_ENDPOINT_URL: 'http://all',
      AWS_ENDPOINT_URL_S3: 'http://s3',
    });
    expect(endpoints).toEqual({ s3: 'http://s3', sqs: 'http://all', dynamodb: 'http://all' });
  });

  test('with an address come its credentials and region', () => {
    expect(externalStores({ AWS_ENDPOINT_URL_SQS: 'http://sqs', ...credentials })).toEqual({
      endpoints: { sqs: 'http://sqs' },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      region: 'eu-west-1',
    });
  });
});

describe('a service that takes only one store from outside', () => {
  const emulator = buildApp({ logger: false });
  let url: string;
  let clip: string;

  beforeAll(async () => {
    url = await emulator.listen({ host: '127.0.0.1', port: 0 });
    clip = path.join(await temporaryFolder('clips'), 'clip.mp4');
    await synthesizeClip(clip, { seconds: 1, width: 160, height: 96, fps: 10 });
  });
  afterAll(() => emulator.close());

  test.each(
    sampledRows([
      ['S3', ['dynamodb', 'sqs']],
      ['SQS', ['dynamodb', 's3']],
    ] as const),
  )('%s: embeds the others, and uploads are announced', { tags: 'sampled' }, async (store, embedded) => {
    const dataDir = await temporaryFolder('external');
    const { api } = await startMortalService(dataDir, { [`AWS_ENDPOINT_URL_${store}`]: url });
    expect((await settled(api, await upload(api, clip))).status).toBe('processed');
    const folders = new Set(await readdir(dataDir));
    expect(['dynamodb', 's3', 'sqs'].filter((name) => folders.has(name))).toEqual(embedded);
  });
});
