import { stepsGivenUp } from '../../shared/contract/messages.ts';
import { giveUpJob } from '../../shared/service/detection/give-up-job.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { worker } from '../../shared/worker/worker.ts';

export const STORES = { jobs: openJobs };

export const handler = worker(stepsGivenUp, STORES, (message, stores) => giveUpJob(stores, message));
