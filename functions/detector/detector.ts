import { detector } from '../../shared/contract/messages.ts';
import { WORKER_STORES } from '../../shared/service/detection/worker-stores.ts';
import { runStep } from '../../shared/service/steps/run-step.ts';
import { openDeliveries } from '../../shared/stores/queues/deliveries.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(
  detector,
  { ...WORKER_STORES, deliveries: openDeliveries },
  (message, stores, attempts) => runStep(stores, message, attempts),
);
