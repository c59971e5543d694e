import { SETTINGS } from '../../../shared/contract/resources.ts';
import { afterFile } from '../service/after-file.ts';
import { openTestIssuer, TEST_CLIENT, type TestIssuer } from './open-issuer.ts';

/** Starts an issuer for the tests of this file, and makes it the one whose tokens the console's authorizer accepts. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const started = await openTestIssuer();
  afterFile(started.close);
  Object.assign(process.env, {
    [SETTINGS.consoleIssuer]: started.issuer,
    [SETTINGS.consoleJwksUrl]: `${started.issuer}/jwks`,
    [SETTINGS.consoleClientId]: TEST_CLIENT,
  });
  return started;
}

export type { TestIssuer };
