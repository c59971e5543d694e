import type { Client } from '../../client/client.ts';
import { consoleClient } from './console-client.ts';
import type { Operator } from './operator.ts';
import { ACCOUNT, type Rehearsed } from './rehearsed.ts';

const PASSWORD = 'Correct horse 1 battery';

/**
 * Does something as a person whom an operator makes for it and puts into the caller's account; nothing where the stacks have no policy
 * for operators.
 */
export async function asPerson(
  rehearsed: Rehearsed,
  name: string,
  does: (person: Client, operator: Operator) => Promise<void>,
): Promise<void> {
  const { operator } = rehearsed;
  if (operator === null) return;
  const { subject } = (await operator.runWithInput(PASSWORD, 'users', 'create', name)) as { subject: string };
  await operator.run('users', 'link', name, '--account', ACCOUNT);
  await does(await consoleClient(rehearsed, subject), operator);
  await operator.run('users', 'delete', name, '--yes');
}
