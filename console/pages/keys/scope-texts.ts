import type { Scope } from '../../../shared/contract/scopes.ts';

interface ScopeText {
  scope: Scope;
  /** What it lets a key do, as a sentence. */
  sentence: string;
}

/** The scopes as people choose them. */
export const SCOPE_GROUPS: readonly { title: string; scopes: readonly ScopeText[] }[] = [
  {
    title: 'Read',
    scopes: [
      {
        scope: 'project:read',
        sentence: 'List and read videos, their metadata and the state of their jobs.',
      },
      { scope: 'export:read', sentence: 'Export videos and metadata as files.' },
    ],
  },
  {
    title: 'Change',
    scopes: [
      { scope: 'project:edit', sentence: 'Upload, process, edit and delete videos.' },
      { scope: 'library:install', sentence: 'Install custom plugins for overlays.' },
      { scope: 'webhook:manage', sentence: 'Have events sent to webhooks, and change these.' },
    ],
  },
  {
    title: 'Without effect so far',
    scopes: [
      { scope: 'project:create', sentence: 'No endpoint asks for it.' },
      { scope: 'media:upload', sentence: 'No endpoint asks for it: uploading needs project:edit.' },
      { scope: 'agent:author', sentence: 'No endpoint asks for it.' },
    ],
  },
];

/** Scopes in the order in which they are offered. */
export const inOrder = (scopes: readonly Scope[]): Scope[] =>
  SCOPE_GROUPS.flatMap((group) => group.scopes.map(({ scope }) => scope)).filter((scope) =>
    scopes.includes(scope),
  );

/** What each scope lets a key do with its videos. */
const ABILITIES: readonly [scope: Scope, able: string][] = [
  ['project:read', 'read'],
  ['project:edit', 'change, process and delete'],
  ['library:install', 'install plugins for'],
  ['export:read', 'export'],
  ['webhook:manage', 'have webhooks told about'],
];

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * What a key can do, in plain words.
 * @param videos how many it is restricted to; null: all
 */
export function keySummary(scopes: readonly Scope[], videos: number | null): string {
  const can = ABILITIES.filter(([scope]) => scopes.includes(scope)).map(([, able]) => able);
  const which =
    videos === null ? 'all videos, those to come included' : videos === 1 ? '1 video' : `${videos} videos`;
  if (scopes.length === 0) return 'Choose at least one permission.';
  if (can.length === 0) return 'This key works, and no endpoint lets it do anything with videos.';
  const mayEdit = scopes.includes('project:edit');
  const isReading = !mayEdit && !scopes.includes('library:install');
  return [
    `This key can ${list.format(can)} ${which}.`,
    isReading && 'It cannot change anything.',
    // A video that it uploads would be none of those that it is restricted to.
    mayEdit && (videos === null ? 'It can upload new ones.' : 'It cannot upload new ones.'),
  ]
    .filter(Boolean)
    .join(' ');
}
