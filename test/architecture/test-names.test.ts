import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf } from './named-paths.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Verbs that a name begins with where its subject is left to the file's name. */
const VERB =
  /^(is|are|has|have|does|do|can|may|must|will|agrees|asks|finds|gives|keeps|makes|merges|refuses|rejects|returns|sends|shows|takes|tells|throws) /;

/** The name of a test or a group at the beginning of a line, that is, outermost; of a table of tests, behind its end. */
const OUTERMOST = /^(?:test|describe|\]).*?\(\s*['`]([^'`]+)/gm;

test('the name of a test is a sentence with a subject, which its group may name', () => {
  const subjectless = treeOf(root)
    .filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(OUTERMOST)]
        .map(([, name = '']) => name)
        .filter((name) => VERB.test(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(subjectless).toEqual([]);
});
