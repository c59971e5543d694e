import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import type { BlobWalk } from '../../../shared/domain/document/blob-walk.ts';
import { openBlobWalks, type StandingWalk } from '../../../shared/stores/documents/blob-walks.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { loseNextReply } from '../../support/faults/lost-replies.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const { environment } = await startWorkbench();
const walks = openBlobWalks(environment);
const item = { TableName: tableName(environment, 'versions'), Key: { videoId: '#sweeper', version: 0 } };

const walk = (after: string | null): BlobWalk => ({
  at: 1,
  steadySince: 2,
  began: 3,
  thoroughAt: 4,
  since: 5,
  after,
  failedRuns: 0,
});

async function written(after: string | null, over: StandingWalk): Promise<StandingWalk> {
  const standing = await walks.write(walk(after), over);
  if (standing === null) throw new Error('not written');
  return standing;
}

beforeEach(async () => {
  await dynamodb().send(new DeleteCommand(item));
});

test('there is no walk at first, then the one that was written last', async () => {
  const none = await walks.read();
  expect(none).toEqual({ walk: null, writeId: null });
  const first = await written('a', none);
  expect(await walks.read()).toEqual(first);
  const last = await written(null, first);
  expect(await walks.read()).toEqual({ ...last, walk: walk(null) });
});

test('of two runs at the same time the one that writes later stops', async () => {
  const none = await walks.read();
  const first = await written('a', none);
  expect(await walks.write(walk('b'), none)).toBeNull();
  await written('c', first);
  expect(await walks.write(walk('d'), first)).toBeNull();
  expect((await walks.read()).walk?.after).toBe('c');
});

test('a run goes on though the reply to its write is lost', async () => {
  const none = await walks.read();
  using lost = loseNextReply(({ command }) => command === 'PutItemCommand');
  expect(await written('a', none)).toEqual(await walks.read());
  expect(lost.commands).toEqual(['PutItemCommand']);
});

test('a run does not bring a walk back that was taken away', async () => {
  const standing = await written('a', await walks.read());
  await dynamodb().send(new DeleteCommand(item));
  expect(await walks.write(walk('b'), standing)).toBeNull();
  expect(await walks.read()).toEqual({ walk: null, writeId: null });
});

test('a walk of another release begins anew, and can be written over', async () => {
  await written('a', await walks.read());
  await dynamodb().send(
    new UpdateCommand({
      ...item,
      UpdateExpression: 'SET #format = :other',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':other': 0 },
    }),
  );
  const other = await walks.read();
  expect(other.walk).toBeNull();
  expect((await written('b', other)).walk).toEqual(walk('b'));
});
