import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { readSchema } from '../../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../../shared/domain/json-schema/step-budget.ts';

/**
 * Folder of the official test suite (https://github.com/json-schema-org/JSON-Schema-Test-Suite), which holds
 * `tests/draft2020-12`; in Debian's libtest-json-schema-acceptance-perl, for one.
 */
const suite = process.env.VMS_JSON_SCHEMA_SUITE_DIR;

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const folder = path.join(suite ?? '', 'tests/draft2020-12');
const filesOf = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.json'));

/** The rest of what is optional is about formats, other dialects and the last corners of regular expressions. */
const OPTIONAL = ['optional/bignum.json', 'optional/float-overflow.json', 'optional/non-bmp-regex.json'];

const groupsOf = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Group[];

/** Refused rather than misread: other documents, documents inside of the document, references by caller. */
function isSupported(schema: unknown, outermost = true): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  return Object.entries(schema).every(([name, value]) => {
    if (name === 'const' || name === 'enum') return true;
    if (name === '$schema') return value === 'https://json-schema.org/draft/2020-12/schema';
    if (name === '$ref' && typeof value === 'string') return value.startsWith('#');
    if (name === '$id' && typeof value === 'string') return outermost;
    if (name === '$dynamicRef' || name === '$dynamicAnchor') return false;
    return isSupported(value, false);
  });
}

function verdicts({ schema, tests }: Group): unknown[] {
  const budget = new StepBudget(LIMITS.schemaSteps);
  const read = readSchema(schema, ['schema'], budget);
  return tests.map(({ description, data }) => [description, read.check(data, budget) === null]);
}

describe.skipIf(suite === undefined)(
  'the official test suite (VMS_JSON_SCHEMA_SUITE_DIR names its folder)',
  () => {
    const files = suite === undefined ? [] : [...filesOf(), ...OPTIONAL];
    const groups = files.flatMap((file) =>
      groupsOf(file).map((group): [string, Group] => [`${file}: ${group.description}`, group]),
    );
    const [supported, others] = [true, false].map((wanted) =>
      groups.filter(([, { schema }]) => isSupported(schema) === wanted),
    );

    test.each(supported ?? [])('%s', (_, group) => {
      expect(verdicts(group)).toEqual(group.tests.map(({ description, valid }) => [description, valid]));
    });

    test.each(others ?? [])('%s: refused, not misread', (_, group) => {
      expect(() => verdicts(group)).toThrow();
    });
  },
);
