import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CDK } from './cdk.ts';

/** GitHub takes comments of 65,536 characters. */
const MOST_CHARACTERS = 60_000;

const TEMPLATE = '.template.json';

/** A template without what changes with every change of the code: hashes of assets, and where constructs are in the source. */
export function withoutAssets(template: string): string {
  const { Resources = {}, ...others } = JSON.parse(template) as { Resources?: Record<string, object> };
  const plain = Object.fromEntries(
    Object.entries(Resources).map(([id, { Metadata: _, ...resource }]: [string, { Metadata?: unknown }]) => [
      id,
      resource,
    ]),
  );
  return JSON.stringify({ ...others, Resources: plain }).replaceAll(/\b[0-9a-f]{64}\b/g, 'asset');
}

/**
 * What a deployment of one synth over another would change, as Markdown: of each stack the differences as `cdk diff` tells them,
 * without credentials, and without those of assets.
 * @param before output folder of `cdk synth`
 */
export async function compareTemplates(before: string, after: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-templates-'));
  try {
    const isNeeded = (file: string): boolean => !/^asset\./.test(path.basename(file));
    await cp(after, folder, { recursive: true, filter: isNeeded });
    const stacks = (await readdir(after)).filter((file) => file.endsWith(TEMPLATE)).sort();
    const parts: string[] = [];
    for (const file of stacks) {
      const stack = file.slice(0, -TEMPLATE.length);
      await writeFile(path.join(folder, file), withoutAssets(await readFile(path.join(after, file), 'utf8')));
      const old = path.join(folder, `${stack}.before.json`);
      const found = await readFile(path.join(before, file), 'utf8').catch(() => '{}');
      await writeFile(old, withoutAssets(found));
      parts.push(section(stack, await differences(folder, stack, old)));
    }
    return cut(`### What this changes of a deployment\n\n${parts.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function differences(app: string, stack: string, old: string): Promise<string> {
  const args = [
    'diff',
    stack,
    '--exclusively',
    '--app',
    app,
    '--template',
    old,
    '--no-change-set',
    '--no-color',
  ];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [CDK, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return `${stdout}${stderr}`.replace(/^\s*(Stack .*|✨.*|)\n/gm, '').trim();
}

const section = (stack: string, text: string): string =>
  /^There were no differences/m.test(text)
    ? `\`${stack}\`: nothing\n`
    : `<details open><summary><code>${stack}</code></summary>\n\n\`\`\`\n${text}\n\`\`\`\n</details>\n`;

export const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n\`\`\`\n\nThe rest is left out.\n`;
