import { LIMITS, TIER_LIMITS } from '../../shared/contract/limits.ts';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { KEY_EXPIRY_DAYS, type KeyExpiryDays } from '../../shared/domain/api-key.ts';
import { openAccounts } from '../../shared/stores/accounts.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { openKeys } from '../../shared/stores/keys.ts';
import { openVideoLists } from '../../shared/stores/video-lists.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { withStores } from '../service.ts';
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
    account: value('NAME', 'Account of the key, made when there is none of that name (required)', label),
    scopes: value('A,B', 'What the key may do (required)', listOf(oneOf(SCOPES))),
    projects: value('ID,ID', 'Restrict it to these videos (default: all of the account)', projectIds),
    expires: value('DAYS', `${EXPIRIES.join(', ')} (default: never)`, expiry),
    name: value('NAME', 'For recognition (default: CLI)', label),
  },
  async run(
    context,
    { options: { account: handle, scopes, projects = null, expires = null, name = 'CLI' } },
  ) {
    if (handle === undefined) throw new UsageError('--account NAME is missing.');
    if (scopes === undefined) throw new UsageError(`--scopes is missing; there are ${SCOPES.join(', ')}.`);
    return withStores(context, async (environment) => {
      const account = await openAccounts(environment).byHandle(handle);
      if (projects !== null) await requireOwned(environment, account.accountId, projects);
      const { secret, key } = await openKeys(environment).create({
        accountId: account.accountId,
        name,
        scopes: [...new Set(scopes)],
        projectIds: projects,
        expiresInDays: expires,
        rateLimit: TIER_LIMITS[account.tier],
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

async function requireOwned(
  environment: Environment,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const owned = new Set(
    (await openVideoLists(environment).getMany(accountId, ids)).map(({ videoId }) => videoId),
  );
  const foreign = ids.filter((id) => !owned.has(id));
  if (foreign.length > 0) {
    throw new CommandFailure('VIDEO_NOT_FOUND', `The account has no video ${foreign.join(', ')}.`);
  }
}
