import { deliver } from '../../shared/contract/messages.ts';
import { DELIVERY_STORES, deliverEvent } from '../../shared/service/webhooks/deliver-event.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(deliver, DELIVERY_STORES, (message, stores) => deliverEvent(stores, message));
