import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { QUEUES } from '../../../shared/contract/resources.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openIngestQueue } from '../../../shared/stores/queues/ingest-queue.ts';
import { sqs } from '../../../shared/stores/queues/sqs.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

test('an upload that is to be looked at again waits its turn among those of its account', async () => {
  const { environment } = await startWorkbench();
  const accountId = uuidv7(environment.runtime);
  await openIngestQueue(environment).send(mediaKeys.upload(accountId, uuidv7(environment.runtime)));
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: environment.variables[QUEUES.ingest.env],
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  expect(Messages.map(({ Attributes }) => Attributes)).toEqual([{ MessageGroupId: accountId }]);
});
