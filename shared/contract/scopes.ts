/** Scopes of API keys (interface specification, section 2.1). */
export const SCOPES = [
  'project:read',
  'project:create',
  'media:upload',
  'project:edit',
  'agent:author',
  'library:install',
  'export:read',
  'webhook:manage',
] as const;

export type Scope = (typeof SCOPES)[number];
