import { createKey } from '../../shared/contract/routes/console/keys.ts';
import { signOutEverywhere } from '../../shared/contract/routes/console/sessions.ts';
import { getFrames, searchVideos } from '../../shared/contract/routes/console/videos.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { EndpointCall } from './endpoint-calls.ts';
import { exampleCalls } from './example-calls.ts';

const PREPARED: readonly EndpointCall[] = [
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
  {
    route: getFrames.key,
    request: ({ client, video }) => client.call(getFrames, { params: { id: video } }),
  },
];

/** Ends the session. */
const LAST: EndpointCall = {
  route: signOutEverywhere.key,
  request: ({ client }) => client.call(signOutEverywhere),
};

/**
 * A request to every endpoint that the console alone has, by a person who has signed in and has a processed video; as
 * `ENDPOINT_CALLS`.
 */
export const CONSOLE_CALLS: readonly EndpointCall[] = [
  ...PREPARED,
  ...exampleCalls(
    ROUTES.filter(({ audience }) => audience === 'console'),
    [...PREPARED, LAST],
  ),
  LAST,
];
