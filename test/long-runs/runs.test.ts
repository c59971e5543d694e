import path from 'node:path';
import { expect, test } from 'vitest';
import { testFiles } from '../projects.ts';
import { extentOf } from '../support/run/long.ts';
import { RUNS } from './runs.ts';

const root = path.resolve(import.meta.dirname, '../..');

test.each(Object.entries(RUNS))('every file of %s is in a project of that run', (_, { files, variables }) => {
  const inProjects = new Set(Object.values(testFiles(extentOf(variables))).flat());
  const named = files(root);
  expect(named).not.toEqual([]);
  expect(named.filter((file) => !inProjects.has(file))).toEqual([]);
});
