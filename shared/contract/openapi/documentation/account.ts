import { whoami } from '../../routes/account.ts';
import { getDocs, getOpenApi, getRoot } from '../../routes/reference.ts';
import { documented } from './documented.ts';
import { ACCOUNT_ID, KEY_ID, VIDEO_ID } from './samples.ts';

export const accountDocumentation = [
  documented(whoami, {
    response: {
      userId: ACCOUNT_ID,
      keyId: KEY_ID,
      name: 'Build server',
      scopes: ['project:read', 'export:read'],
      projectIds: [VIDEO_ID],
    },
  }),
];

export const referenceDocumentation = [
  documented(getOpenApi, { response: { openapi: '3.1.1' } }),
  documented(getRoot, {
    description: 'Answers 302 with the address of `GET /api/docs`, whose page a client that follows it gets.',
    response: 'See api/docs.',
  }),
  documented(getDocs, { response: '<!doctype html><html lang="en">…</html>' }),
];
