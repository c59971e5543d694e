import * as z from 'zod';
import { type Route, route } from '../../route.ts';
import { consoleKey, keyRequest } from '../../schemas/console/key.ts';
import { none } from '../../schemas/parameters.ts';

const keyId = z.object({ keyId: z.string().describe("the key's id") });
const oneKey = z.object({ key: consoleKey });

export const listKeys = route({
  key: 'console/list-keys',
  method: 'GET',
  path: '/console/api/keys',
  audience: 'console',
  summary: 'List the API keys of the account, newest first: all that work, and the newest of the others',
  scopes: [],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.object({ keys: z.array(consoleKey) }),
  stores: ['keyLists', 'ownedVideos', 'activeKeys'],
});

export const getKey = route({
  key: 'console/get-key',
  method: 'GET',
  path: '/console/api/keys/{keyId}',
  audience: 'console',
  summary: 'Read an API key',
  scopes: [],
  params: keyId,
  query: none,
  body: null,
  status: 200,
  response: oneKey.extend({
    reachableProjectIds: z
      .array(z.string())
      .nullable()
      .describe('those of `projectIds` that still exist, whatever the state of the key; null: all videos'),
  }),
  errors: ['KEY_NOT_FOUND'],
  stores: ['keyLists', 'ownedVideos'],
});

export const createKey = route({
  key: 'console/create-key',
  method: 'POST',
  path: '/console/api/keys',
  audience: 'console',
  summary: 'Create an API key; the answer alone has its secret',
  scopes: [],
  params: none,
  query: none,
  body: { kind: 'json', schema: keyRequest },
  status: 201,
  response: oneKey.extend({ secret: z.string().describe('not stored: shown this once') }),
  errors: ['VIDEO_NOT_FOUND', 'KEY_NOT_FOUND', 'QUOTA_EXCEEDED', 'KEY_ALREADY_CREATED'],
  secret: true,
  stores: ['keyCreation', 'keyQuota', 'keySlots', 'ownedVideos', 'accountReader', 'idempotency'],
});

export const revokeKey = route({
  key: 'console/revoke-key',
  method: 'POST',
  path: '/console/api/keys/{keyId}/revoke',
  audience: 'console',
  summary: 'Revoke an API key for good, from the next request on; safe to repeat',
  scopes: [],
  params: keyId,
  query: none,
  body: null,
  status: 200,
  response: oneKey,
  errors: ['KEY_NOT_FOUND'],
  // Done once or twice, it leaves the same key.
  keepsNoAnswer: true,
  stores: ['keyRevocation', 'keySlots'],
});

export const consoleKeyRoutes: readonly Route[] = [listKeys, getKey, createKey, revokeKey];
