import type { Step } from './step.ts';
import { everyConsoleEndpoint } from './steps/every-console-endpoint.ts';
import { everyEndpoint } from './steps/every-endpoint.ts';
import { givenUpWork } from './steps/given-up-work.ts';
import { handedOutUrls } from './steps/handed-out-urls.ts';
import { killedWorkers } from './steps/killed-workers.ts';
import { largeDocuments } from './steps/large-documents.ts';
import { leavingAccount } from './steps/leaving-account.ts';
import { lookedAfterPeople } from './steps/managed-users.ts';
import { operatorsCommands } from './steps/operators-commands.ts';
import { parkedMessages } from './steps/parked-messages.ts';
import { refusals } from './steps/refusals.ts';
import { restoring } from './steps/restoring.ts';
import { restrictedKey } from './steps/restricted-key.ts';
import { sentEvents } from './steps/sent-events.ts';
import { signedIn } from './steps/signed-in.ts';
import { sweeping } from './steps/sweeping.ts';
import { tracedUpload } from './steps/traced-upload.ts';
import { waitingJobs } from './steps/waiting-jobs.ts';

/** What a rehearsal does, in this order. */
export const STEPS: readonly Step[] = [
  refusals,
  everyEndpoint,
  signedIn,
  everyConsoleEndpoint,
  lookedAfterPeople,
  handedOutUrls,
  restrictedKey,
  largeDocuments,
  waitingJobs,
  tracedUpload,
  sentEvents,
  givenUpWork,
  killedWorkers,
  operatorsCommands,
  parkedMessages,
  sweeping,
  restoring,
  leavingAccount,
];
