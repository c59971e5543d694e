import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { commandHelp, overview } from '../../cli/help.ts';

const folder = path.resolve(import.meta.dirname, '../../cli/commands');

test('every command file is in the list of commands, under the first word of its commands', () => {
  const files = new Set(COMMANDS.map(({ name }) => `${name.split(' ')[0]}.ts`));
  expect([...files].sort()).toEqual(readdirSync(folder).sort());
});

test('the overview lists every command, in lines of at most 120 characters', () => {
  const lines = overview().split('\n');
  for (const { name, summary } of COMMANDS) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ +${name} +${summary}$`)));
  }
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('a summary is read alone, not as what follows on the one before it', () => {
  expect(COMMANDS.filter(({ summary }) => /\bthem\b/.test(summary))).toEqual([]);
});

test.each(COMMANDS)('the help of $name has lines of at most 120 characters', async (command) => {
  const lines = commandHelp(command, await command.load()).split('\n');
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
