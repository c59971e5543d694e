import { test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';
import { openApiDocument } from '../../shared/contract/openapi/openapi-document.ts';
import { exhaustive, fuzzShare } from '../support/faults/fuzz.ts';
import { startTestIssuer } from '../support/identity/test-issuer.ts';
import { startTestService } from '../support/service/test-service.ts';
import { createConsoleWorld } from './requests/console-world.ts';
import { runGenerated } from './requests/generated-run.ts';
import { STRAY_CONSOLE_TARGETS } from './requests/targets.ts';
import { TOKEN_NAMES } from './requests/vocabulary.ts';

const requests = Number(process.env.VMS_FUZZ_REQUESTS ?? fuzzShare(50_000, 400));
const TIMEOUT = exhaustive ? 6 * 3_600_000 : 600_000;

test(`${requests} generated requests of the console: each answer is as described, none is a server error`, {
  tags: 'sampled',
  timeout: TIMEOUT,
}, async () => {
  const issuer = await startTestIssuer();
  const service = await startTestService();
  const definitions = endpointsFor('console');
  await runGenerated({
    apiUrl: service.apiUrl,
    asked: {
      document: openApiDocument(definitions),
      credentials: TOKEN_NAMES,
      strays: STRAY_CONSOLE_TARGETS,
    },
    definitions,
    world: await createConsoleWorld(service, issuer),
    secret: service.credentials.secretAccessKey,
    requests,
  });
});
