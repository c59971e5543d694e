/**
 * Setup of a test file that runs against fauxqs (another author's S3 and SQS, in memory) instead of the embedded stores.
 * Tests of its known deviations from AWS must fail, so that a deviation that is gone gets removed from the list.
 */
import { buildApp } from 'fauxqs';
import { expectFailures } from './expected-failures.ts';
import { FAUXQS_DEVIATIONS } from './fauxqs-deviations.ts';

const app = buildApp({ logger: false });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
Object.assign(process.env, {
  AWS_ENDPOINT_URL_S3: url,
  AWS_ENDPOINT_URL_SQS: url,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
});
// It ends with the process, because the services of the tests must end first.
app.server.unref();

expectFailures(FAUXQS_DEVIATIONS);
