import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { errorsOf } from '../../shared/contract/route-errors.ts';
import { ROUTES } from '../../shared/contract/routes.ts';

/** The error codes that a function's code can throw, read from its bundle. */
async function thrownBy(key: string): Promise<Set<ErrorCode>> {
  const { outputFiles } = await build({
    absWorkingDir: path.resolve(import.meta.dirname, '../..'),
    entryPoints: [`functions/${key}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.json': 'json' },
    logLevel: 'silent',
  });
  const text = outputFiles[0]?.text ?? '';
  return new Set([...text.matchAll(/new ApiError\d*\(\s*"([A-Z_]+)"/g)].map(([, code]) => code as ErrorCode));
}

/** In every bundle: the pipeline's own, which an endpoint needs only for its input. */
const PIPELINE: ReadonlySet<ErrorCode> = new Set([
  'INVALID_PARAMETER',
  'MISSING_PARAMETER',
  'INVALID_JSON',
  'INSUFFICIENT_SCOPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'IDEMPOTENCY_IN_PROGRESS',
]);

/** What the gateway answers, before any function is asked; `FILE_TOO_LARGE` to a body larger than it takes. */
const GATEWAY: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED', 'FILE_TOO_LARGE']);

test.each(ROUTES.map((route) => [route.key, route] as const))(
  '%s: the errors of the definition are those its code can throw',
  async (key, route) => {
    const thrown = await thrownBy(key);
    const reported = errorsOf(route);
    expect(
      [...thrown].filter((code) => !PIPELINE.has(code) && !reported.includes(code)),
      'thrown, but not among the `errors` of the definition',
    ).toEqual([]);
    expect(
      reported.filter((code) => !GATEWAY.has(code) && !thrown.has(code)),
      'in the definition, or implied by its path, but never thrown',
    ).toEqual([]);
  },
);
