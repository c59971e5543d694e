import type { Step } from './step.ts';
import { everyEndpoint } from './steps/every-endpoint.ts';
import { givenUpWork } from './steps/given-up-work.ts';
import { handedOutUrls } from './steps/handed-out-urls.ts';
import { largeDocuments } from './steps/large-documents.ts';
import { operatorsCommands } from './steps/operators-commands.ts';
import { refusals } from './steps/refusals.ts';
import { restrictedKey } from './steps/restricted-key.ts';
import { sweeping } from './steps/sweeping.ts';
import { waitingJobs } from './steps/waiting-jobs.ts';

/** What a rehearsal does, in this order. */
export const STEPS: readonly Step[] = [
  refusals,
  everyEndpoint,
  handedOutUrls,
  restrictedKey,
  largeDocuments,
  waitingJobs,
  givenUpWork,
  operatorsCommands,
  sweeping,
];
