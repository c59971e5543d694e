/**
 * Setup of a test file that runs against fauxqs (S3 and SQS by another author, in memory) in place of the embedded stores.
 * What it is known to do unlike AWS must fail: a deviation that has gone is to be struck from the list.
 */
import { buildApp } from 'fauxqs';
import { beforeEach } from 'vitest';
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
// It ends with the process: what the tests have started must end before it.
app.server.unref();

beforeEach(({ task }) => {
  const deviates = FAUXQS_DEVIATIONS.some(({ tests }) => tests.includes(task.name));
  if (deviates) Object.assign(task, { fails: true });
});
