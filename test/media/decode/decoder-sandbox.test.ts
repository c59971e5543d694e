import { json } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SANDBOX_LIMITS, DecoderSandbox } from '../../../shared/media/decode/decoder-sandbox.ts';

const module = new URL('./environment-report.ts', import.meta.url);

/** The environment that the decoder process has, without what its shell adds. */
async function decoderEnvironment(): Promise<unknown> {
  await using sandbox = new DecoderSandbox(DEFAULT_SANDBOX_LIMITS, { timeoutMs: 20_000, module });
  sandbox.stdin.end();
  const [environment] = await Promise.all([json(sandbox.stdout), sandbox.ended()]);
  const { PWD: _, SHLVL: __, _: ___, ...given } = environment as Record<string, string>;
  return given;
}

afterEach(() => vi.unstubAllEnvs());

test('the decoder process finds the libraries that Node needs, and no other variable', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('LD_LIBRARY_PATH', undefined);
  expect(await decoderEnvironment()).toEqual({});
  vi.stubEnv('LD_LIBRARY_PATH', '/nowhere');
  expect(await decoderEnvironment()).toEqual({ LD_LIBRARY_PATH: '/nowhere' });
});
