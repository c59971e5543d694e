import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { GRANTS } from '../../lib/grants.ts';

/** What a function's code asks its environment for, read from its bundle. */
async function needsOf(key: string) {
  const { outputFiles } = await build({
    absWorkingDir: path.resolve(import.meta.dirname, '../..'),
    entryPoints: [`functions/${key}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.json': 'json' },
    treeShaking: true,
    logLevel: 'silent',
  });
  const text = outputFiles[0]?.text ?? '';
  const all = (pattern: RegExp): string[] =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
  return {
    tables: all(/tableName\d*\(environment\d*, "(\w+)"\)/g),
    bucket: /requireVariable\d*\(environment\d*, MEDIA_BUCKET\d*\.env\)/.test(text),
    queues: all(/requireVariable\d*\(environment\d*, QUEUES\d*\.(\w+)\.env\)/g),
    signsUrls: /SETTINGS\d*\.signerRoleArn\]/.test(text),
    settings: all(/\bSETTINGS\d*\.(keyPrefix|detectorModel|addedModels|clipModel|quotas)\b/g),
  };
}

test.each(Object.entries(GRANTS))('%s is granted exactly what its code opens', async (key, grant) => {
  expect(await needsOf(key)).toEqual({
    tables: Object.keys(grant.tables ?? {}).sort(),
    bucket: grant.objects !== undefined || grant.signsUrls === true,
    queues: [...(grant.queues ?? [])].sort(),
    signsUrls: grant.signsUrls === true,
    settings: [...(grant.settings ?? [])].sort(),
  });
});
