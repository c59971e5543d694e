/**
 * Makes clients of the description of the API by the generators that integrators use, compiles them, and has a program of
 * a user of each go through the life of a video on a local service: `npm run conformance:clients [-- part of a name]`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { serve } from '../../cli/vms-process.ts';
import { GENERATORS } from './generators.ts';
import { LINTERS } from './linters.ts';
import { tryClient } from './try-client.ts';

const wanted = process.argv.slice(2);
const isWanted = ({ name }: { name: string }): boolean =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));

const folder = await mkdtemp(path.join(tmpdir(), 'vms-clients-'));
const failures: string[] = [];
const report = (row: readonly string[], failure?: string): void => {
  console.log(`| ${row.join(' | ')} |`);
  if (failure !== undefined) failures.push(`${row[0]}:\n${failure}`);
};
try {
  await using service = await serve(path.join(folder, 'data'), ['--api-only'], { VMS_LOG_LEVEL: 'ERROR' });
  const { apiUrl, apiKey } = service.ready;
  const clip = path.join(folder, 'clip.mp4');
  await synthesizeClip(clip, { seconds: 2, width: 320, height: 180, fps: 15 });
  const description = path.join(folder, 'openapi.json');
  await writeFile(description, await (await fetch(`${apiUrl}/api/openapi.json`)).text());

  report(['client', 'version', 'generated', 'compiled', 'steps']);
  report(['---', '---', '---', '---', '---']);
  for (const generator of GENERATORS.filter(isWanted)) {
    const of = path.join(folder, generator.name.replaceAll(/\W+/g, '-'));
    await mkdir(of);
    const { row, failure } = await tryClient(
      generator,
      { description, url: apiUrl, folder: of },
      { apiKey, clip },
    );
    report([generator.name, generator.version, ...row], failure);
  }
  for (const linter of LINTERS.filter(isWanted)) {
    const findings = await linter.findings(description);
    console.log(`${linter.name} ${linter.version}: ${findings.length} findings`);
    if (findings.length > 0) failures.push(`${linter.name}:\n${findings.join('\n')}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`\n${failure}`);
if (failures.length > 0) process.exitCode = 1;
