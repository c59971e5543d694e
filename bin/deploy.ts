/**
 * Deploys a stage: `npm run deploy -- -c stage=prod`. Options of its own are `--keep-data`, `--unwatched`, `--watch-minutes` and
 * `--rotate-secrets`; what else is given goes to `cdk deploy`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseDeployArguments, UnusableArguments } from './deploying/arguments.ts';
import { cdk } from './deploying/cdk.ts';
import { findDeployedService } from './deploying/deployed-service.ts';
import { runDeployment } from './deploying/run-deployment.ts';

const PROBE_SECONDS = 20;

try {
  const args = parseDeployArguments(process.argv.slice(2));
  // The CDK's option for what the SDK takes from a variable.
  const profile = args.others.indexOf('--profile');
  const named = args.others[profile + 1];
  if (profile !== -1 && named !== undefined) process.env.AWS_PROFILE = named;
  process.exitCode = await runDeployment(args, {
    cdk,
    findService: findDeployedService,
    fetch,
    pause: (ended) => delay(PROBE_SECONDS * 1000, undefined, { signal: ended }).catch(() => undefined),
    say: (line) => console.error(line),
  });
} catch (error) {
  if (!(error instanceof UnusableArguments)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
