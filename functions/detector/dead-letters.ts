import { stepsGivenUp } from '../../shared/contract/messages.ts';
import { giveUpJob } from '../../shared/service/detection/give-up-job.ts';
import { openJobWriter } from '../../shared/stores/jobs/jobs.ts';
import { worker } from '../../shared/worker/worker.ts';

export const STORES = { jobs: openJobWriter };

export const handler = worker(stepsGivenUp, STORES, (message, stores) => giveUpJob(stores, message));
