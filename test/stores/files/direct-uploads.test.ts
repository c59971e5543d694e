import { beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { openDirectUploads } from '../../../shared/stores/files/direct-uploads.ts';
import { openUrlSigner } from '../../../shared/stores/files/url-signer.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

let environment: Environment;

beforeAll(async () => {
  ({ environment } = await startWorkbench());
});

test('parts that together are not the size announced make no object, and the upload stays open', async () => {
  const uploads = openDirectUploads(environment);
  const Key = 'uploads/sized';
  const uploadId = await uploads.open(Key);
  const { parts: signed } = await openUrlSigner(environment).signParts(Key, uploadId, [
    { number: 1, size: 100 },
  ]);
  const sent = await fetch(signed[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(100) });
  const parts = [{ number: 1, etag: (sent.headers.get('etag') ?? '').replaceAll('"', '') }];
  const complete = (size: number) => uploads.complete(Key, uploadId, { parts, size, crc64nvme: undefined });
  expect([await complete(99), await complete(101), await complete(100)]).toEqual([
    'wrong-size',
    'wrong-size',
    null,
  ]);
});
