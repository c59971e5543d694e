import { stepsGivenUp } from '../../shared/contract/messages.ts';
import { giveUpStep } from '../../shared/service/steps/give-up-step.ts';
import { openJobWriter } from '../../shared/stores/jobs/jobs.ts';
import { openSurfaceWriter } from '../../shared/stores/surfaces.ts';
import { worker } from '../../shared/worker/worker.ts';

export const STORES = { jobs: openJobWriter, surfaces: openSurfaceWriter };

export const handler = worker(stepsGivenUp, STORES, (message, stores) => giveUpStep(stores, message));
