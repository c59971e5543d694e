import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { compare, interleave, type Section } from '../measure.ts';
import { bundleBare, bundleFunction } from './bundle.ts';

/** One without clients, the one that every request meets, one that reads, one that signs, and the largest. */
const FUNCTIONS = [
  'account/whoami',
  'authorizer/authorizer',
  'metadata/list-versions',
  'metadata/get-metadata',
  'videos/get-video',
  'metadata/patch-metadata',
];

const NOTHING = 'export const handler = async () => 0;';

const run = promisify(execFile);

/** What Lambda's runtime brings for functions that stream their answers. */
const RUNTIME = 'globalThis.awslambda={streamifyResponse:(handler)=>handler,HttpResponseStream:{}};';

/** Milliseconds from the start of Node until the file is loaded, as Lambda's runtime loads it. */
async function initMs(file: string, cacheDir?: string): Promise<number> {
  const script = `${RUNTIME}await import(${JSON.stringify(file)});process.stdout.write(String(performance.now()))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { AWS_REGION: 'eu-central-1', ...(cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }) },
  });
  return Number(stdout);
}

/** How long functions take to load, beside a bare handler with the same clients; and with V8's code kept from before. */
export async function benchInit({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using scratch = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const comparisons = [];
  for (const [index, key] of FUNCTIONS.entries()) {
    const bundle = await bundleFunction(key);
    const bare = (await bundleBare(bundle))?.code ?? NOTHING;
    const files = { ours: bundle.code, bare };
    const place = (name: string): string => path.join(scratch.path, `${index}-${name}.mjs`);
    for (const [name, code] of Object.entries(files)) await writeFile(place(name), code);
    const values = await interleave(repetitions, {
      ours: () => initMs(place('ours')),
      bare: () => initMs(place('bare')),
      cached: () => initMs(place('ours'), path.join(scratch.path, 'cache')),
    });
    const ours = { name: key, values: values.ours };
    comparisons.push(
      compare(ours, { name: 'bare handler', values: values.bare }, 'ms'),
      compare({ name: `${key}, compile cache`, values: values.cached }, ours, 'ms'),
    );
  }
  return {
    title: 'Initialization',
    conditions: [
      'from the start of Node until the bundle is loaded; the aim is 1.5 of a bare handler with the same clients',
      'the compile cache was filled by the run before',
    ],
    comparisons,
  };
}
