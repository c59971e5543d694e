import { cpSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { startLocalSite } from './local-site.ts';
import { consoleClient } from './sign-in.ts';

const SAID = ['log', 'info', 'warn', 'error'] as const;

/**
 * An installation that every test of this file begins with a copy of: to make keys and to hash passwords takes long. The identity provider
 * must say nothing: it would print hints for developers into the terminal of `npm start`.
 * @returns opens a site in a folder of its own, with a client of it; without `asCopy` one that is new
 */
export function identitySites() {
  const installation = temporaryFolder();
  afterAll(() => installation[Symbol.dispose]());
  beforeAll(async () => {
    const site = await startLocalSite(installation.path);
    await (await consoleClient(site.origin)).isAskedToSignIn();
    await site[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    for (const method of SAID) vi.spyOn(console, method);
  });
  afterEach(() => {
    for (const method of SAID) expect(console[method]).not.toHaveBeenCalled();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  return async ({ asCopy = true, arrivalMs }: { asCopy?: boolean; arrivalMs?: number } = {}) => {
    const folder = temporaryFolder();
    if (asCopy) cpSync(installation.path, folder.path, { recursive: true });
    const site = await startLocalSite(folder.path, { ...(arrivalMs !== undefined && { arrivalMs }) });
    const client = await consoleClient(site.origin);
    return {
      ...site,
      ...client,
      folder: folder.path,
      signInAsDemo: () => client.signIn(site.demo.name, site.demo.password),
      async [Symbol.asyncDispose]() {
        await site[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
        expect(site.failures).toEqual([]);
      },
    };
  };
}

export type IdentitySite = Awaited<ReturnType<ReturnType<typeof identitySites>>>;

/** What a refused request says, by RFC 6749. */
export const refusal = (request: Promise<unknown>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    (error: { error?: string; code?: string; message: string }) => error.error ?? error.code ?? error.message,
  );
