/** Setup of a test file that runs on the judge that `run.ts` started. */
import { expectFailures } from './expected-failures.ts';
import { JUDGES } from './judges.ts';

expectFailures(JUDGES.find(({ name }) => name === process.env.VMS_JUDGE)?.deviations ?? []);
