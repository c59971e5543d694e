import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../../shared/domain/document/document.ts';
import { MIGRATIONS, migrate } from '../../../shared/domain/document/migrations.ts';
import { isNewerSchema } from '../../../shared/domain/document/schema-version.ts';
import { provideEarlierSchema } from '../../support/videos/earlier-schema.ts';

test('the migrations lead without a gap to the schema of this release', () => {
  const steps = MIGRATIONS.map(({ from }) => from).concat(SCHEMA_VERSION);
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(steps.slice(1));
});

test.each([
  ['1.1', true],
  ['1.10', true],
  ['2.0', true],
  ['10.0', true],
  ['1.0', false],
  ['0.9', false],
  ['0.10', false],
  ['', false],
  ['1', false],
  ['2', false],
  ['1.0.1', false],
  ['v2.0', false],
  [' 2.0', false],
  [2.5, false],
  [undefined, false],
  [{}, false],
])('whether %j is newer than 1.0: %s', (version, newer) => {
  expect(SCHEMA_VERSION).toBe('1.0');
  expect(isNewerSchema(version)).toBe(newer);
});

test('a document is migrated from where it is, others stay as they are, and none is modified', () => {
  provideEarlierSchema();
  const older = { schemaVersion: '0.9', objects: {}, layers: [], variables: [], author: 'Ada' };
  const before = structuredClone(older);
  expect(migrate(older)).toEqual({
    schemaVersion: '1.0',
    objects: {},
    layers: [],
    variables: [{ id: 'author', value: 'Ada' }],
  });
  expect(older).toEqual(before);
  for (const schemaVersion of ['1.0', '1.1', '0.8', undefined]) {
    const other = { ...older, schemaVersion };
    expect(migrate(other)).toBe(other);
  }
});
