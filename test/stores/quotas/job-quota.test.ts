import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openJobQuota, openJobSlots } from '../../../shared/stores/quotas/job-quota.ts';
import { waitingJob } from '../../support/jobs/waiting-job.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

test('a slot is released once, and only where there is one', async () => {
  const { environment } = await startWorkbench();
  const slots = openJobSlots(environment);
  const newId = () => uuidv7(systemRuntime);
  const usageOf = async (accountId: string) => {
    const Key = { accountId, kind: 'jobs' };
    const read = new GetCommand({ TableName: tableName(environment, 'usage'), Key, ConsistentRead: true });
    return (await dynamodb().send(read)).Item;
  };

  const stranger = newId();
  await slots.release(stranger, newId());
  expect(await usageOf(stranger)).toBeUndefined();

  const job = waitingJob({ accountId: newId(), videoId: newId(), jobId: newId() });
  await openJobQuota(environment).admit(job);
  expect((await usageOf(job.accountId))?.places).toHaveProperty(job.videoId);
  await slots.release(job.accountId, job.videoId);
  const released = await usageOf(job.accountId);
  expect(released?.places).toEqual({});
  await slots.release(job.accountId, job.videoId);
  expect(await usageOf(job.accountId)).toEqual(released);
});
