import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const INDEX = 'README.md';
const decisions = readdirSync(folder).filter((file) => file !== INDEX);

describe('the records of decisions', () => {
  test('are listed in the index, each once', () => {
    const listed = [...read(INDEX).matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, file]) => file);
    expect(listed.sort()).toEqual(decisions.sort());
  });

  test.each(decisions)('%s has a title, context, decision, alternatives and consequences', (file) => {
    const [title, ...sections] = read(file).match(/^##? .+$/gm) ?? [];
    expect(title).toMatch(/^# /);
    expect(sections).toEqual(['## Context', '## Decision', '## Alternatives', '## Consequences']);
  });
});
