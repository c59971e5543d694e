import { deliveriesGivenUp } from '../../shared/contract/messages.ts';
import { GIVING_UP_STORES, giveUpAttempt } from '../../shared/service/webhooks/deliver-event.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(deliveriesGivenUp, GIVING_UP_STORES, (message, stores) =>
  giveUpAttempt(stores, message),
);
