import { createClient } from '../../../client/client.ts';
import { whoami } from '../../../shared/contract/routes/account.ts';
import { expectEqual } from '../expect.ts';
import { keyFor } from '../operator.ts';
import { ACCOUNT } from '../rehearsed.ts';
import type { Step } from '../step.ts';

/** What operators do on a deployed stack; nothing where the stacks have no policy for them. */
export const operatorsCommands: Step = {
  name: 'keys, accounts, failed work and dead letters by the commands of operators',
  async run({ operator, deployment }) {
    if (operator === null) return;
    const secret = await keyFor(operator, ACCOUNT, null);
    const client = createClient({ apiUrl: deployment.apiUrl, apiKey: secret });
    const { keyId } = await client.call(whoami);
    const revokedAt = async () => {
      const { keys } = (await operator.run('keys', 'list', '--account', ACCOUNT)) as {
        keys: { keyId: string; revokedAt: string | null }[];
      };
      return keys.find((key) => key.keyId === keyId)?.revokedAt;
    };
    expectEqual('a new key is listed, and not revoked', await revokedAt(), null);
    await operator.run('keys', 'revoke', keyId, '--yes');
    const first = await revokedAt();
    await operator.run('keys', 'revoke', keyId, '--yes');
    expectEqual('a second revocation leaves the moment of the first', await revokedAt(), first);
    const headers = { Authorization: `Bearer ${secret}` };
    const refused = await fetch(new URL('api/v1/whoami', deployment.apiUrl), { headers });
    expectEqual('a key that is revoked', refused.status, 401);
    await operator.run('account', 'list');
    await operator.run('account', 'show', ACCOUNT);
    await operator.run('account', 'set-tier', ACCOUNT, 'unlimited');
    const { failed } = (await operator.run('failed', 'list')) as { failed: object[] };
    expectEqual('there is work that has failed', failed.length > 0, true);
    await operator.run('failed', 'retry', '--all', '--yes');
    await operator.run('dead-letters', 'list');
    await operator.run('dead-letters', 'redrive', '--yes');
    await deployment.settle();
  },
};
