import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { BASE_PATHS } from '../../../shared/contract/audience.ts';
import { getAccount } from '../../../shared/contract/routes/console/account.ts';
import { createKey } from '../../../shared/contract/routes/console/keys.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { consoleClient } from '../console-client.ts';
import { expectEqual } from '../expect.ts';
import { keyFor, type Operator } from '../operator.ts';
import type { Rehearsed } from '../rehearsed.ts';
import type { Step } from '../step.ts';

const NAME = 'cleo@example.com';
const PASSWORD = 'Correct horse 1 battery';
const ACCOUNT = 'earlier';

/** What operators do about people, and what those then may; nothing where the stacks have no policy for operators. */
export const lookedAfterPeople: Step = {
  name: 'a person whom an operator makes, puts into an account, shuts out, lets in again and deletes',
  async run(rehearsed) {
    const { operator } = rehearsed;
    if (operator === null) return;
    const made = await operator.runWithInput(PASSWORD, 'users', 'create', NAME);
    const { subject } = made as { subject: string };
    expectEqual('the account before the first use', await listed(operator), ['enabled', null]);
    await uncountedKey(operator);
    await operator.run('users', 'link', NAME, '--account', ACCOUNT);
    expectEqual('the account that was given', await listed(operator), ['enabled', ACCOUNT]);
    const { handle } = (await operator.run('account', 'show', NAME)) as { handle: string };
    expectEqual('the account by the name of its user', handle, ACCOUNT);
    await usesKeys(rehearsed, subject);
    await shutOut(rehearsed, operator, subject);
  },
};

async function listed(operator: Operator): Promise<[state?: string, account?: string | null]> {
  const { users } = (await operator.run('users', 'list')) as {
    users: { name: string; state: string; account: string | null }[];
  };
  const user = users.find(({ name }) => name === NAME);
  return user === undefined ? [] : [user.state, user.account];
}

/** Makes an account with a key that is not counted, as an earlier release has left it. */
async function uncountedKey(operator: Operator): Promise<void> {
  await keyFor(operator, ACCOUNT, null);
  const { accountId } = (await operator.run('account', 'show', ACCOUNT)) as { accountId: string };
  const TableName = tableName({ variables: process.env, runtime: systemRuntime }, 'usage');
  await dynamodb().send(new DeleteCommand({ TableName, Key: { accountId, kind: 'keys' } }));
}

/** Looks at the account, makes a key in it, and asks for the same again. */
async function usesKeys(rehearsed: Rehearsed, subject: string): Promise<void> {
  const { fetch, tokenFor } = rehearsed;
  const activeKeys = async (): Promise<number | undefined> => {
    const { quotas } = await (await consoleClient(rehearsed, subject)).call(getAccount);
    return quotas.find(({ name }) => name === 'activeKeys')?.used;
  };
  expectEqual('keys that were never counted', await activeKeys(), 1);
  const request = {
    method: createKey.method,
    headers: {
      Authorization: `Bearer ${await tokenFor(subject)}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'a key',
    },
    body: JSON.stringify({
      name: 'CI',
      scopes: ['project:read'],
      projectIds: null,
      expiresInDays: null,
    }),
  };
  for (const status of [201, 409])
    expectEqual(
      'a key that is asked for twice',
      (await fetch(createKey.path.slice(1), request)).status,
      status,
    );
  expectEqual('keys after that', await activeKeys(), 2);
}

/** Whoever is disabled, or gone, is refused with the next request. */
async function shutOut(
  { fetch, tokenFor, deployment }: Rehearsed,
  operator: Operator,
  subject: string,
): Promise<void> {
  const status = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${BASE_PATHS.console.slice(1)}/account`, { headers })).status;
  };
  const before = await tokenFor(subject);
  expectEqual('before', await status(before), 200);
  await operator.run('users', 'disable', NAME);
  expectEqual('disabled', await status(before), 401);
  expectEqual('how it is listed', await listed(operator), ['disabled', ACCOUNT]);
  await operator.run('users', 'enable', NAME);
  expectEqual('a session from before', await status(before), 401);
  // A session that has begun in the second in which the others ended counts as ended.
  const fresh = await tokenFor(subject, { at: Date.now() + 1000 });
  expectEqual('signed in again', await status(fresh), 200);
  await operator.run('users', 'delete', NAME, '--yes');
  expectEqual('deleted', await status(fresh), 401);
  expectEqual('a user who is gone', await listed(operator), []);
  expectEqual('failures', deployment.failures, []);
}
