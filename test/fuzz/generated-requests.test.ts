import { test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { exhaustive, fuzzShare } from '../support/faults/fuzz.ts';
import { startTestService } from '../support/service/test-service.ts';
import { runGenerated } from './requests/generated-run.ts';
import { STRAY_TARGETS } from './requests/targets.ts';
import { KEY_NAMES } from './requests/vocabulary.ts';
import { createWorld } from './requests/world.ts';

const requests = Number(process.env.VMS_FUZZ_REQUESTS ?? fuzzShare(100_000, 800));
const TIMEOUT = exhaustive ? 6 * 3_600_000 : 600_000;

test(`${requests} generated requests: each answer is as the reference says, none is a server error`, {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  const service = await startTestService();
  const { apiUrl, credentials } = service;
  const definitions = endpointsFor('integrators');
  await runGenerated({
    apiUrl,
    asked: { document: openApiDocument(definitions), credentials: KEY_NAMES, strays: STRAY_TARGETS },
    definitions,
    world: await createWorld(service),
    secret: credentials.secretAccessKey,
    requests,
  });
});
