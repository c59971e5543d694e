import type { CallInput } from '../../client/client.ts';
import { DOCUMENTATION } from '../../shared/contract/openapi/documentation/documentation.ts';
import type { Documentation } from '../../shared/contract/openapi/documentation/documented.ts';
import {
  KEY_ID,
  OBJECT_ID,
  VIDEO_ID,
  WEBHOOK_ID,
} from '../../shared/contract/openapi/documentation/samples.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { EndpointCall } from './endpoint-calls.ts';
import { OBJECT_IDS } from './tracked-objects.ts';

/** What an example is about: the ids that stand for those of its samples. */
interface ExampleIds {
  video: string;
  object: string;
  key?: string;
  webhook?: string;
}

type Example = Pick<Documentation, 'params' | 'query' | 'body'>;

/** Parameters, query and body of the example that an endpoint's documentation shows; null: it shows none, or a form. */
export function exampleOf({ key, body }: Route, ids: ExampleIds): Example | null {
  const documentation = DOCUMENTATION.get(key);
  if (documentation === undefined || body?.kind === 'multipart') return null;
  const { params, query, body: sent } = documentation;
  const text = JSON.stringify({ params, query, body: sent })
    .replaceAll(VIDEO_ID, ids.video)
    .replaceAll(OBJECT_ID, ids.object)
    .replaceAll(KEY_ID, ids.key ?? KEY_ID)
    .replaceAll(WEBHOOK_ID, ids.webhook ?? WEBHOOK_ID);
  return JSON.parse(text) as Example;
}

/** Calls by their examples of those endpoints that are called by nothing else. */
export function exampleCalls(routes: readonly Route[], others: readonly EndpointCall[]): EndpointCall[] {
  const called = new Set(others.map(({ route }) => route));
  return routes
    .filter((route) => !called.has(route.key) && exampleOf(route, { video: '', object: '' }) !== null)
    .map((route) => ({
      route: route.key,
      request({ client, video, keyId, webhookId }) {
        const ids = { video, object: OBJECT_IDS[0], key: keyId, webhook: webhookId };
        const example = exampleOf(route, ids);
        return client.call(route, example as CallInput<Route>);
      },
    }));
}
