import { LIMITS } from '../../shared/contract/limits.ts';
import { KEY_EXPIRY_DAYS } from '../../shared/contract/schemas/console/key.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import type { KeyExpiryDays } from '../../shared/domain/keys/api-key.ts';
import { createKey } from '../../shared/service/keys/create-key.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failures.ts';
import { STACK_OPTION, withOperatorStores } from '../operator.ts';
import { fields } from '../table.ts';
import { label, listOf, oneOf, text } from '../values.ts';

const EXPIRIES = KEY_EXPIRY_DAYS.map((days) => String(days ?? 'never'));

const expiry = (given: string): KeyExpiryDays =>
  KEY_EXPIRY_DAYS[EXPIRIES.indexOf(oneOf(EXPIRIES)(given))] ?? null;

function projectIds(given: string): string[] {
  const ids = [...new Set(listOf(text)(given))];
  if (ids.length > LIMITS.keysProjects)
    throw new UsageError(`may name ${LIMITS.keysProjects} videos at most.`);
  return ids;
}

export const keysCreate = defineCommand({
  description: `Scopes: ${SCOPES.join(', ')}.`,
  options: {
    account: value('NAME', 'Account of the key; created if it does not exist (required)', label),
    scopes: value('A,B', 'What the key may do (required)', listOf(oneOf(SCOPES))),
    projects: value('ID,ID', 'Restrict it to these videos (default: all of the account)', projectIds),
    expires: value('DAYS', `${EXPIRIES.join(', ')} (default: never)`, expiry),
    name: value('NAME', 'For recognition (default: CLI)', label),
    ...STACK_OPTION,
  },
  async run(
    context,
    { options: { account: handle, scopes, projects = null, expires = null, name = 'CLI', stack } },
  ) {
    if (handle === undefined) throw new UsageError('--account NAME is missing.');
    if (scopes === undefined) throw new UsageError(`--scopes is missing; there are ${SCOPES.join(', ')}.`);
    return withOperatorStores(context, stack, async (stores) => {
      const account = await stores.accounts.byHandle(handle);
      const { key, secret } = await createKey(stores, account, {
        name,
        scopes,
        projectIds: projects,
        expiresInDays: expires,
      });
      const facts = fields([
        ['Key', key.keyId],
        ['Account', `${handle} (${account.tier})`],
        ['Scopes', key.scopes.join(', ')],
        ['Videos', projects === null ? 'all' : projects.join(', ')],
        ['Expires', key.expiresAt ?? 'never'],
        ['Secret', secret],
      ]);
      return {
        json: { keyId: key.keyId, secret },
        text: `${facts}\n\nKeep the secret now: it is not stored and cannot be shown again.`,
      };
    });
  },
});
