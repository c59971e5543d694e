import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openLocalUsers } from '../../../../cli/users/local-users.ts';
import { type RunningService, startService } from '../../../../local/service.ts';
import { startConsoleBuild } from '../../../../local/site/build/console-build.ts';
import { modelManifest } from '../../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../../shared/inference/models/model-store.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { test as browserTest } from '../../support/browser-test.ts';
import { CHROMIUM_PATH } from '../../support/chromium.ts';

/** Name and password. */
interface Credentials {
  name: string;
  password: string;
}

export interface RunningConsole extends RunningService {
  dataDir: string;
  /** Address of console and API. */
  origin: string;
  demoUser: Credentials;
  /** Calls the API with the key of the demo user's account. */
  api: Api;
  /** Makes a user, whose account is made at the first request. */
  createUser(user: Credentials): Promise<void>;
}

// Before the tests, whose time it would take: the services of all tests have this build.
if (CHROMIUM_PATH !== undefined) {
  const { done, state } = startConsoleBuild({ environment: process.env, onFailure: () => undefined });
  await done;
  const built = state();
  if (built === null || 'failure' in built) throw new Error(built?.failure ?? 'The console was not built');
}

async function startConsole(): Promise<RunningConsole & AsyncDisposable> {
  const { path: dataDir } = temporaryFolder();
  const errors: unknown[] = [];
  const service = await startService({
    dataDir,
    console: 'built',
    modelsDirs: [BUILT_IN_MODELS_DIR],
    // No trained model knows what made clips show.
    detector: modelManifest.fallback,
    onError: (error) => errors.push(error),
  });
  const { apiUrl: origin, demoUser } = service;
  if (demoUser === null) throw new Error('A new data folder has no demo user');
  // Until the service has found the build, pages are answered 503, and the answer goes on.
  await (await fetch(`${origin}/videos`)).text();
  return {
    ...service,
    dataDir,
    origin,
    demoUser,
    api: apiOf(service),
    async createUser({ name, password }) {
      using users = await openLocalUsers(dataDir);
      await users.create(name, password);
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await rm(dataDir, { recursive: true });
      if (errors.length > 0) throw new AggregateError(errors, 'The service reported errors');
    },
  };
}

/** Fills in the sign-in page that the browser shows. */
export async function submitSignIn(page: Page, { name, password }: Credentials): Promise<void> {
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Goes to an address of the console by way of the sign-in page, and stays there. */
export async function signIn(
  page: Page,
  { origin, demoUser }: Pick<RunningConsole, 'origin' | 'demoUser'>,
  address = '/videos',
  user: Credentials = demoUser,
): Promise<void> {
  await page.goto(origin + address);
  await page.waitForURL(/\/signin\//);
  await submitSignIn(page, user);
  await page.waitForURL(origin + address);
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
}

/**
 * A browser test with the whole service in this process, one for all tests of a file:
 * - `service` is that service, with the built console;
 * - `signedIn` opens an address in a context of its own, as the demo user.
 */
export const test = browserTest
  .extend(
    'started',
    { scope: 'file' },
    async ({ launched }, { onCleanup }): Promise<RunningConsole | undefined> => {
      if (launched === undefined) return undefined;
      const started = await startConsole();
      onCleanup(() => started[Symbol.asyncDispose]());
      return started;
    },
  )
  .extend('service', ({ browser: _, started, skip }): RunningConsole => started ?? skip())
  .extend('signedIn', ({ service, openPage }) => {
    return async (address?: string, options?: Parameters<typeof openPage>[0]): Promise<Page> => {
      const page = await openPage(options);
      await signIn(page, service, address);
      return page;
    };
  });

// Starting the service and building its pages may take longer than a test.
test.beforeAll(({ started }) => void started);
