/** Setup of a test file that runs on the reference implementation that `run.ts` started. */
import { expectFailures } from './expected-failures.ts';
import { REFERENCES } from './references.ts';

expectFailures(REFERENCES.find(({ name }) => name === process.env.VMS_JUDGE)?.deviations ?? []);
