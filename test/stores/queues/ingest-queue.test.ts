import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { announce } from '../../../shared/contract/messages.ts';
import { QUEUES } from '../../../shared/contract/resources.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openIngestQueue } from '../../../shared/stores/queues/ingest-queue.ts';
import { sqs } from '../../../shared/stores/queues/sqs.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';

type Send = (bench: Workbench, key: string) => Promise<unknown>;

const again: Send = ({ environment }, key) => openIngestQueue(environment).send(key);
/** As EventBridge hands it to the function, shortened. */
const byEvent: Send = async ({ functions }, key) =>
  (await functions.load(announce.key))({ 'detail-type': 'Object Created', detail: { object: { key } } }, {});

const bench = await startWorkbench();

test.each([
  ['of which S3 tells EventBridge', byEvent],
  ['that is to be looked at again', again],
])('an upload %s waits its turn among those of its account', async (_, send) => {
  const { runtime, variables } = bench.environment;
  const [accountId, videoId] = [uuidv7(runtime), uuidv7(runtime)];
  await send(bench, mediaKeys.upload(accountId, videoId));
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: variables[QUEUES.ingest.env],
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  expect(Messages.map(({ Attributes }) => Attributes)).toEqual([{ MessageGroupId: accountId }]);
  expect(Messages.map(({ Body }) => Body)).toEqual([expect.stringContaining(videoId)]);
});
