import { relay } from '../../shared/contract/outbox.ts';
import { RELAY_STORES, relayMessage } from '../../shared/service/relay/relay-message.ts';
import { streamWorker } from '../../shared/worker/stream-worker.ts';

export const handler = streamWorker(relay, RELAY_STORES, ({ id, message }, stores) =>
  relayMessage(stores, id, message),
);
