import { listEvents as definition } from '../../shared/contract/routes/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { EVENT_STORES, listEvents } from '../../shared/service/events/list-events.ts';

export const handler = endpoint(definition, EVENT_STORES, async ({ principal, query }, stores) => ({
  body: await listEvents(stores, principal, query),
}));
