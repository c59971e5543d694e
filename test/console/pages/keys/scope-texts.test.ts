import { expect, test } from 'vitest';
import { keySummary, SCOPE_GROUPS } from '../../../../console/pages/keys/scope-texts.ts';
import { ROUTES } from '../../../../shared/contract/routes.ts';
import { SCOPES } from '../../../../shared/contract/scopes.ts';

test('every scope is offered once', () => {
  const offered = SCOPE_GROUPS.flatMap(({ scopes }) => scopes.map(({ scope }) => scope));
  expect(offered.toSorted()).toEqual(SCOPES.toSorted());
});

test('the scopes that are said to be without effect are those that no endpoint asks for', () => {
  const used = new Set(ROUTES.flatMap(({ scopes }) => scopes));
  const without = SCOPE_GROUPS.find(({ title }) => title.startsWith('Without effect'))?.scopes ?? [];
  expect(without.map(({ scope }) => scope).toSorted()).toEqual(
    SCOPES.filter((scope) => !used.has(scope)).toSorted(),
  );
});

test.each([
  [
    ['project:read'],
    null,
    'This key can read all videos, those to come included. It cannot change anything.',
  ],
  [['project:read', 'export:read'], 2, 'This key can read and export 2 videos. It cannot change anything.'],
  [
    ['project:read', 'project:edit', 'export:read'],
    1,
    'This key can read, change, process and delete, and export 1 video. It cannot upload new ones.',
  ],
  [
    ['project:edit'],
    null,
    'This key can change, process and delete all videos, those to come included. It can upload new ones.',
  ],
  [['library:install'], 2, 'This key can install plugins for 2 videos.'],
  [
    ['project:read', 'library:install'],
    null,
    'This key can read and install plugins for all videos, those to come included.',
  ],
  [['agent:author'], null, 'This key works, and no endpoint lets it do anything with videos.'],
  [[], null, 'Choose at least one permission.'],
] as const)('%j on %s videos: %s', (scopes, videos, summary) => {
  expect(keySummary(scopes, videos)).toBe(summary);
});
