import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resourcesOf, synthesize } from './synthesized.ts';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const runbook = read('runbook.md');

/** The names in the headings of a section: one entry may be for several alarms. */
function entriesOf(section: string): string[] {
  const [text = ''] = (runbook.split(`## ${section}\n`)[1] ?? '').split(/^## /m);
  return [...text.matchAll(/^### (.*)$/gm)].flatMap(([, heading = '']) =>
    [...heading.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
  );
}

/** The names of the alarms without their stack's. */
const { service, console } = synthesize({ profile: 'production' });
const alarms = [service, console]
  .flatMap((stack) => [...resourcesOf(stack, 'AWS::CloudWatch::Alarm').values()])
  .map(({ Properties }) => String(Properties.AlarmName).replace(/^vms-dev-/, ''));

test('every alarm has an entry that says what it means, how to look, and what to do', () => {
  const entries = entriesOf('Alarms');
  expect(alarms.filter((name) => !entries.includes(name))).toEqual([]);
  const [, section = ''] = runbook.split('## Alarms\n');
  for (const entry of section.split(/^## /m)[0]?.split(/^### /m).slice(1) ?? []) {
    for (const part of ['**Means**', '**Look**', '**Do**']) expect(entry).toContain(part);
  }
});

test('every entry is about an alarm that there is', () => {
  expect(entriesOf('Alarms').filter((name) => !alarms.includes(name))).toEqual([]);
});

test.each(['deploy.md', 'runbook.md'])(
  '%s names the stage wherever CDK acts on stacks: without one it knows only those of dev',
  (name) => {
    const commands =
      read(name).match(/(npx cdk (destroy|diff|deploy)|npm run deploy --) [^`\n]*(?=`|$)/gm) ?? [];
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !/-c stages?=/.test(command))).toEqual([]);
  },
);
