import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS, type Endpoint, METHOD_ROUTES } from '../../../client/package/endpoints.ts';
import { DOCUMENTATION } from '../../../shared/contract/openapi/documentation/documentation.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { quietly } from '../../conformance/clients/command-output.ts';
import { STEPS } from '../../conformance/clients/flow.ts';
import {
  checkDeclarations,
  checkPrograms,
  copyDriver,
  DRIVER_NAME,
  installPackage,
  makeScripts,
  onThisNode,
} from '../../conformance/clients/generators/own-package.ts';
import { tryClient } from '../../conformance/clients/try-client.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';

const { apiUrl, apiKey } = await startTestService();
const folder = await temporaryFolder('client');
const clip = path.join(folder, 'clip.mp4');
const installed = path.join(folder, 'node_modules/video-metadata-client');

/** A call of a method as it is documented, and its documented answer. */
function documentedCall({ group, method, takesBody, route: { key } }: Endpoint, i: number): string {
  const { params = {}, query = {}, body, response } = DOCUMENTATION.get(key) ?? {};
  const parsed = (schema: z.ZodType | undefined, text: object) => Object.entries(schema?.parse(text) ?? {});
  const path = parsed(METHOD_ROUTES[i]?.params, params).map(([, value]) => value);
  const named = Object.fromEntries(parsed(METHOD_ROUTES[i]?.query, query));
  // What is the base of a write has one name in the package.
  const { baseVersion, ...others } = named;
  const options = baseVersion === undefined ? others : { ...others, ifMatch: baseVersion };
  const input = [...path, ...(takesBody ? [body] : []), options].map((each) => JSON.stringify(each));
  return `const answer${i}: Awaited<ReturnType<typeof client.${group}.${method}>> = ${JSON.stringify(response)};
    void [answer${i}, () => client.${group}.${method}(${input.join()})];`;
}

const CLIENT = `import { createClient, isApiFailure } from 'video-metadata-client';
  const client = createClient({ apiUrl: '', apiKey: '' });`;

/** What a compiler must refuse: with a member, a value, a parameter or a media type that there is not. */
const MISTAKES = `${CLIENT}
  // @ts-expect-error
  await client.processing.start('v', { fsp: 5 });
  // @ts-expect-error
  await client.metadata.exportVideo('v', { format: 'avi' });
  // @ts-expect-error
  await client.videos.get('v', { page: 1 });
  // @ts-expect-error
  await client.metadata.patch('v', [{ op: 'test' }], { contentType: 'application/json-patch+json' });
  // @ts-expect-error
  (await client.videos.get('v')).lenght;
  // @ts-expect-error
  (await client.videos.list()).videos[0].id;`;

/** What a later release may answer. */
const LATER = `${CLIENT}
  const { status } = await client.videos.get('v');
  if (status === 'archived' || status === 'processed') console.log(status);
  isApiFailure(new Error(), 'VIDEO_ARCHIVED', 'VIDEO_NOT_FOUND');
  for await (const job of client.watchJob('v')) if (job.status === 'paused') break;`;

beforeAll(async () => {
  await Promise.all([
    installPackage(folder),
    synthesizeClip(clip, { seconds: 2, width: 320, height: 180, fps: 15 }),
    copyDriver(folder),
  ]);
  const [, shown = ''] = /```ts\n(.*?)```/s.exec(await read('README.md')) ?? [];
  const readme = shown.replace(/createClient\(.*\)/, `createClient(${JSON.stringify({ apiUrl, apiKey })})`);
  const documented = [CLIENT, 'void isApiFailure;', ...ENDPOINTS.map(documentedCall)].join('\n');
  const programs = {
    'readme.ts': readme,
    'documented.ts': documented,
    'mistakes.ts': MISTAKES,
    'later.ts': LATER,
  };
  for (const [name, text] of Object.entries(programs)) await writeFile(path.join(folder, name), text);
});

const read = (file: string): Promise<string> => readFile(path.join(installed, file), 'utf8');

test('the package has what it needs, and nothing else', async () => {
  const files = (await readdir(installed)).map((name) => name.replace(/-\w{8}\./, '.')).sort();
  const entries = ['index.d.ts', 'index.js', 'node.d.ts', 'node.js'];
  expect(files).toEqual(['LICENSE', 'README.md', 'chunk.js', ...entries, 'package.json']);
  expect(JSON.parse(await read('package.json'))).not.toHaveProperty('dependencies');
});

test.each(['index.d.ts', 'node.d.ts'])('%s declares what is recorded', async (file) => {
  await expect(await read(file)).toMatchFileSnapshot(`${file}.txt`);
});

test('the core is of one module with the rest, and names nothing of Node', async () => {
  const core = await read('index.js');
  const names = [...core.matchAll(/from "(.+?)"/g)].map(([, name = '']) => name);
  expect(names).toEqual([expect.stringMatching(/^\.\/chunk-/)]);
  const chunk = await read(path.basename(names[0] ?? ''));
  expect(chunk).not.toMatch(/from "|\bBuffer\b|\bprocess\.|node:/);
});

test('the declarations need no others', async () => {
  await checkDeclarations(folder);
}, 60_000);

test('the types fit programs of users, what is documented and what a later release answers, and refuse mistakes', async () => {
  await checkPrograms(folder, [DRIVER_NAME, 'readme.ts', 'documented.ts', 'mistakes.ts', 'later.ts']);
}, 60_000);

test('a program goes through the life of a video', async () => {
  const task = { description: '', url: apiUrl, folder };
  // Installed and checked already.
  const own = { ...onThisNode, generate: async () => {}, compile: () => makeScripts(folder, [DRIVER_NAME]) };
  const { row, failure } = await tryClient(own, task, { apiKey, clip });
  expect([row.at(-1), failure]).toEqual([`${STEPS.length} of ${STEPS.length}`, undefined]);
}, 60_000);

test('the program of the README runs as it stands there', async () => {
  await makeScripts(folder, ['readme.ts']);
  const printed = await quietly(process.execPath, ['readme.js'], { cwd: folder });
  expect(printed).toMatch(/^completed 100$/m);
  expect((await readFile(path.join(folder, 'clip-with-metadata.mp4'))).length).toBeGreaterThan(1000);
}, 60_000);
