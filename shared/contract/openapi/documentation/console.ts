import { getAccount } from '../../routes/console/account.ts';
import { createKey, getKey, listKeys, revokeKey } from '../../routes/console/keys.ts';
import { signOutEverywhere } from '../../routes/console/sessions.ts';
import { getProcessing, searchVideos } from '../../routes/console/videos.ts';
import type { ConsoleKey } from '../../schemas/console/key.ts';
import { documented } from './documented.ts';
import { ACCOUNT_ID, CREATED_AT, KEY_ID, MODEL, UPDATED_AT, VIDEO, VIDEO_ID } from './samples.ts';

const IDENTITY_ID = '0198a1e0-51cb-7c11-9d20-6b8f0c4e7d35';

const KEY: ConsoleKey = {
  id: KEY_ID,
  name: 'Build server',
  masked: 'vms_sk_4nQ7…',
  scopes: ['project:read', 'export:read'],
  projectIds: [VIDEO_ID],
  reachable: 1,
  createdAt: CREATED_AT,
  createdBy: IDENTITY_ID,
  lastUsedAt: UPDATED_AT,
  expiresAt: '2027-02-19T09:30:00.000Z',
  revokedAt: null,
  state: 'active',
  replaces: null,
  replacedBy: null,
};

/** What the console alone calls. The reference does not show it; tests send these examples. */
export const consoleDocumentation = [
  documented(getAccount, {
    response: {
      id: ACCOUNT_ID,
      handle: 'user-8f439b1d7720a6e4',
      tier: 'free',
      createdAt: CREATED_AT,
      identity: { id: IDENTITY_ID, issuer: 'https://sign-in.example.org', subject: '4711' },
      rate: { limit: 100, remaining: 97, resetAt: 1_795_255_260 },
      quotas: [{ name: 'videos', used: 1, max: 1000 }],
    },
  }),
  documented(listKeys, { response: { keys: [KEY] } }),
  documented(getKey, {
    params: { keyId: KEY_ID },
    response: { key: KEY, reachableProjectIds: [VIDEO_ID] },
  }),
  documented(createKey, {
    body: { name: 'Build server', scopes: ['project:read'], projectIds: null, expiresInDays: 90 },
    response: {
      key: { ...KEY, scopes: ['project:read'], projectIds: null, reachable: null, lastUsedAt: null },
      secret: 'vms_sk_…',
    },
  }),
  documented(revokeKey, {
    params: { keyId: KEY_ID },
    response: { key: { ...KEY, reachable: 0, revokedAt: UPDATED_AT, state: 'revoked' } },
  }),
  documented(searchVideos, {
    query: { name: 'harbour', status: 'processed' },
    response: { videos: [VIDEO], total: 1, page: 1, pageSize: 20 },
  }),
  documented(getProcessing, {
    params: { id: VIDEO_ID },
    response: { job: null, model: { id: MODEL, labels: ['boat', 'person'], fallback: false }, clip: false },
  }),
  documented(signOutEverywhere, { response: { success: true } }),
];
