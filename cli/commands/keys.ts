import { LIMITS } from '../../shared/contract/limits.ts';
import { KEY_EXPIRY_DAYS } from '../../shared/contract/schemas/console/key.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import type { KeyExpiryDays } from '../../shared/domain/keys/api-key.ts';
import { createKey } from '../../shared/service/keys/create-key.ts';
import { listKeys } from '../../shared/service/keys/list-keys.ts';
import { revokeKeyById, revokeKeys } from '../../shared/service/keys/revoke-keys.ts';
import { flag, value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { clipped, counted } from '../format.ts';
import { requireAgreement, STACK_OPTION, withOperatorStores } from '../operator.ts';
import { fields } from '../table.ts';
import { withAccounts } from '../users/with-accounts.ts';
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
  description: `The scopes are:\n${SCOPES.join(', ')}.`,
  options: {
    account: value('NAME', 'Account of the key; created if it does not exist (required)', label),
    scopes: value('A,B', 'Scopes of the key (required)', listOf(oneOf(SCOPES))),
    projects: value('ID,ID', 'Restrict it to these videos (default: all of the account)', projectIds),
    expires: value('DAYS', `${EXPIRIES.join(', ')} (default: never)`, expiry),
    name: value('NAME', 'Label of the key (default: CLI)', label),
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
        text: `${facts}\n\nSave the secret now: it is not stored and cannot be shown again.`,
      };
    });
  },
});

const NAME_LENGTH = 24;

/** A moment to the minute; seconds would only widen the table, and `--json` has them. */
const minute = (time: string | null): string => (time === null ? 'never' : `${time.slice(0, 16)}Z`);

export const keysList = defineCommand({
  description: 'Secrets are not stored; KEY shows the first characters.',
  options: { account: value('NAME', 'Only those of this account', label), ...STACK_OPTION },
  run: (context, { options: { account, stack } }) =>
    withAccounts(context, stack, async (stores, find) => {
      const only = account === undefined ? undefined : await find(account);
      const keys = await listKeys(stores, only);
      if (keys.length === 0) {
        return { json: { keys }, text: 'There are no keys yet; "vms keys create" makes one.' };
      }
      const text = context.terminal.table(keys, [
        { title: 'ID', cell: ({ keyId }) => keyId },
        { title: 'KEY', cell: ({ masked }) => masked, narrow: 'drop' },
        { title: 'STATE', cell: ({ state }) => state },
        { title: 'ACCOUNT', cell: (key) => clipped(key.account, NAME_LENGTH) },
        { title: 'NAME', cell: ({ name }) => clipped(name, NAME_LENGTH), narrow: 'cut' },
        { title: 'CREATED', cell: ({ createdAt }) => minute(createdAt), narrow: 'drop' },
        { title: 'LAST USED', cell: ({ lastUsedAt }) => minute(lastUsedAt), narrow: 'drop' },
        { title: 'EXPIRES', cell: ({ expiresAt }) => minute(expiresAt), narrow: 'drop' },
        { title: 'VIDEOS', cell: ({ projectIds }) => projectIds?.join(',') ?? 'all', narrow: 'drop' },
        { title: 'SCOPES', cell: ({ scopes }) => scopes.join(','), narrow: 'cut' },
      ]);
      return { json: { keys }, text };
    }),
});

export const keysRevoke = defineCommand({
  operands: { required: ['keyid'] },
  options: { ...STACK_OPTION, yes: flag('Do not ask for confirmation') },
  description: 'Revokes the key for good, from the next request on. Asks first on a terminal.',
  run: (context, { operands: { keyid: keyId }, options: { stack, yes } }) =>
    withOperatorStores(context, stack, async (stores) => {
      if (!yes && context.isInteractive && !(await context.confirm(`Revoke key ${keyId} for good?`)))
        throw new CommandFailure('NOT_CONFIRMED', 'Nothing was changed.');
      if (!(await revokeKeyById(stores, keyId))) {
        throw new CommandFailure(
          'KEY_NOT_FOUND',
          `There is no key ${keyId}; "vms keys list" lists the keys.`,
        );
      }
      return { json: { keyId, revoked: true }, text: `Revoked ${keyId}` };
    }),
});

export const keysRevokeAll = defineCommand({
  description: 'Revokes all keys of the account for good, from the next request on. Asks first.',
  options: {
    account: value('NAME', 'Account of the keys (required)', label),
    ...STACK_OPTION,
    yes: flag('Do not ask for confirmation'),
  },
  async run(context, { options: { account, stack, yes } }) {
    if (account === undefined) throw new UsageError('--account NAME is missing.');
    await requireAgreement(context, `Revoke all keys of account ${account} for good?`, { yes });
    return withAccounts(context, stack, async (stores, find) => {
      const { handle, ...found } = await find(account);
      const revoked = await revokeKeys(stores, found);
      return { json: { revoked }, text: `Revoked ${counted(revoked.length, 'key')} of ${handle}` };
    });
  },
});
