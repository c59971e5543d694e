import { getAccount } from '../../shared/contract/routes/console/account.ts';
import { createKey, getKey, listKeys, revokeKey } from '../../shared/contract/routes/console/keys.ts';
import { signOutEverywhere } from '../../shared/contract/routes/console/sessions.ts';
import {
  getFrames,
  getProcessing,
  restoreVersion,
  searchVideos,
} from '../../shared/contract/routes/console/videos.ts';
import { patchMetadata } from '../../shared/contract/routes/metadata.ts';
import type { EndpointCall, Subject } from './endpoint-calls.ts';

const aKey = ({ keyId }: Subject) => ({ params: { keyId } });

/** A request to every row that the console alone has, by a person who has signed in and has a processed video. */
export const CONSOLE_CALLS: readonly EndpointCall[] = [
  { route: getAccount.key, request: ({ client }) => client.call(getAccount) },
  {
    route: searchVideos.key,
    prepare: ({ workOff }) => workOff(),
    request: ({ client }) => client.call(searchVideos, { query: { name: 'CLIP' } }),
  },
  {
    route: createKey.key,
    async request(subject) {
      const restriction = { scopes: ['project:read' as const], projectIds: [subject.video] };
      const body = { name: 'CI', ...restriction, expiresInDays: 90 as const };
      subject.keyId = (await subject.client.call(createKey, { body })).key.id;
    },
  },
  { route: listKeys.key, request: ({ client }) => client.call(listKeys) },
  { route: getKey.key, request: (subject) => subject.client.call(getKey, aKey(subject)) },
  { route: revokeKey.key, request: (subject) => subject.client.call(revokeKey, aKey(subject)) },
  {
    route: getFrames.key,
    request: ({ client, video }) => client.call(getFrames, { params: { id: video } }),
  },
  {
    route: getProcessing.key,
    request: ({ client, video }) => client.call(getProcessing, { params: { id: video } }),
  },
  {
    route: restoreVersion.key,
    async prepare(subject) {
      const params = { id: subject.video };
      const body = { variables: [{ id: 'speed', value: 1 }] };
      subject.revision = (await subject.client.call(patchMetadata, { params, body })).version;
    },
    request: ({ client, video, revision }) =>
      client.call(restoreVersion, { params: { id: video, version: '1' }, ifMatch: revision }),
  },
  // The last: it ends the session.
  { route: signOutEverywhere.key, request: ({ client }) => client.call(signOutEverywhere) },
];
