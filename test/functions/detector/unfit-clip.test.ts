import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTinyClip } from '../../support/models/tiny-clip-model.ts';
import { apiOf } from '../../support/service/api.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';

test('a CLIP model that lacks a file is not used: the service starts and says why, enableClip is refused', async () => {
  const models = await temporaryFolder('models');
  const { files } = await writeTinyClip(models);
  await rm(path.join(models, 'clip', files.tokenizer.path));
  const service = await startTestService({ modelsDirs: [models], worker: false });
  expect(service.clip).toEqual({ id: null, reason: expect.stringMatching(/tokenizer\.json is missing$/) });
  const json = { enableClip: true, labels: ['a red car'] };
  const { status, body } = await apiOf(service)('POST', '/api/videos/any/process', { json });
  expect([status, body.error]).toMatchObject([400, { code: 'INVALID_PARAMETER', field: 'enableClip' }]);
});
