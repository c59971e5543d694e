import { LIMITS } from '../../contract/limits.ts';
import type { ShownWebhook } from '../../contract/schemas/webhook.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { assignments, condition, update, where } from '../dynamodb/expression.ts';
import { getItem, type Item, queryItems } from '../dynamodb/read.ts';
import { deleteItem, putItem, updateItem } from '../dynamodb/write.ts';
import { storeFactory } from '../store-factory.ts';

type WebhookKey = Pick<Webhook, 'accountId' | 'webhookId'>;

interface WebhookReader {
  /** Read consistently. */
  get(accountId: string, webhookId: string): Promise<Webhook | null>;
}

interface WebhookLists {
  /** The webhooks of an account, oldest first, read consistently. */
  list(accountId: string): Promise<Webhook[]>;
}

interface WebhookCreation extends WebhookReader {
  /** Stores a webhook, unless the account has as many as it may. @returns how many it had then */
  create(webhook: Webhook): Promise<number>;
}

interface WebhookChanges extends WebhookReader {
  /** @returns the webhook, or null where it is gone */
  change(key: WebhookKey, changed: Partial<Omit<Webhook, keyof WebhookKey>>): Promise<Webhook | null>;
  /** Gives it another secret, unless somebody else has since it was read. @returns null where that is so, or it is gone */
  rotate(webhook: Webhook, secrets: Pick<Webhook, 'secret' | 'formerSecret'>): Promise<Webhook | null>;
}

interface WebhookRemoval extends WebhookReader {
  remove(key: WebhookKey): Promise<void>;
}

/** What attempts to deliver do to a webhook. */
interface WebhookOutcomes extends WebhookReader {
  /** Takes the place of the only attempt that is made while a webhook fails. @returns false where another has it */
  beginProbe(webhook: WebhookKey): Promise<boolean>;
  /** Notes that attempts fail from now on, where they did not when it was read. */
  noteFailing(webhook: Webhook): Promise<void>;
  /** Nothing is sent to it any more. Where it is given up as failing, a success since it was read comes first. */
  disable(webhook: Webhook, reason: NonNullable<ShownWebhook['disabledReason']>): Promise<void>;
  /** Notes a success: one that was given up as failing since the attempt began is active again. */
  noteSuccess(webhook: Webhook, attemptedAt: number): Promise<void>;
}

/** Longer than an attempt takes. */
const PROBE_MS = 12_000;

const NOT_DISABLED = { disabledReason: null, disabledAt: null, failingSince: null };

function openWebhooks(
  environment: Environment,
): WebhookLists & WebhookCreation & WebhookChanges & WebhookRemoval & WebhookOutcomes {
  const table = tableName(environment, 'webhooks');
  const { runtime } = environment;
  const toWebhook = (item: Item): Webhook => item as unknown as Webhook;
  const keyOf = ({ accountId, webhookId }: WebhookKey): WebhookKey => ({ accountId, webhookId });

  const list = async (accountId: string): Promise<Webhook[]> => {
    const found: Webhook[] = [];
    for await (const item of queryItems({ table, key: where`accountId = ${accountId}` }))
      found.push(toWebhook(item));
    return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  };

  return {
    list,

    async get(accountId, webhookId) {
      const item = await getItem(table, { accountId, webhookId });
      return item && toWebhook(item);
    },

    async create(webhook) {
      const before = (await list(webhook.accountId)).length;
      if (before >= LIMITS.webhooks) return before;
      await putItem(table, webhook);
      // Of those that are made at the same time some may go again, but no more than the limit stay.
      const others = (await list(webhook.accountId)).length - 1;
      if (others >= LIMITS.webhooks) await deleteItem(table, { ...keyOf(webhook) });
      return others;
    },

    async change(key, changed) {
      if (Object.keys(changed).length === 0) {
        const item = await getItem(table, { ...keyOf(key) });
        return item && toWebhook(item);
      }
      const item = await updateItem(table, { ...keyOf(key) }, update`SET ${assignments(changed)}`, {
        when: condition`attribute_exists(webhookId)`,
      });
      return item && toWebhook(item);
    },

    async rotate(webhook, secrets) {
      const item = await updateItem(table, { ...keyOf(webhook) }, update`SET ${assignments(secrets)}`, {
        when: condition`secret = ${webhook.secret}`,
      });
      return item && toWebhook(item);
    },

    remove: (key) => deleteItem(table, { ...keyOf(key) }),

    async beginProbe(key) {
      const now = runtime.now();
      const begun = await updateItem(table, { ...keyOf(key) }, update`SET probedUntil = ${now + PROBE_MS}`, {
        when: condition`attribute_exists(webhookId) AND (attribute_not_exists(probedUntil) OR probedUntil <= ${now})`,
      });
      return begun !== null;
    },

    async noteFailing(webhook) {
      if (webhook.failingSince !== null) return;
      await updateItem(table, { ...keyOf(webhook) }, update`SET failingSince = ${runtime.now()}`, {
        when: condition`attribute_type(failingSince, ${'NULL'}) AND #url = ${webhook.url}`,
      });
    },

    async disable(webhook, reason) {
      const change = { status: 'disabled', disabledReason: reason, disabledAt: runtime.now() };
      const isStanding =
        reason === 'failing'
          ? condition`#status = ${'active'} AND failingSince = ${webhook.failingSince}`
          : condition`#status = ${'active'} AND #url = ${webhook.url}`;
      await updateItem(table, { ...keyOf(webhook) }, update`SET ${assignments(change)}`, {
        when: isStanding,
      });
    },

    async noteSuccess(webhook, attemptedAt) {
      // One that does not fail is given up for that after days alone.
      if (webhook.failingSince === null) return;
      const revived = { status: 'active', ...NOT_DISABLED };
      const wasGivenUp = await updateItem(table, { ...keyOf(webhook) }, update`SET ${assignments(revived)}`, {
        when: condition`disabledReason = ${'failing'} AND disabledAt >= ${attemptedAt}`,
      });
      if (wasGivenUp !== null) return;
      await updateItem(table, { ...keyOf(webhook) }, update`SET failingSince = ${null}`, {
        when: condition`attribute_exists(webhookId) AND #status <> ${'disabled'}`,
      });
    },
  };
}

/** What makes a webhook active, whatever it was. */
export const ACTIVE = { status: 'active', ...NOT_DISABLED } as const;

export const openWebhookReader = storeFactory(
  'webhookReader',
  (environment): WebhookReader => openWebhooks(environment),
);
export const openWebhookLists = storeFactory(
  'webhookLists',
  (environment): WebhookLists => openWebhooks(environment),
);
export const openWebhookCreation = storeFactory(
  'webhookCreation',
  (environment): WebhookCreation => openWebhooks(environment),
);
export const openWebhookChanges = storeFactory(
  'webhookChanges',
  (environment): WebhookChanges => openWebhooks(environment),
);
export const openWebhookRemoval = storeFactory(
  'webhookRemoval',
  (environment): WebhookRemoval => openWebhooks(environment),
);
export const openWebhookOutcomes = storeFactory(
  'webhookOutcomes',
  (environment): WebhookOutcomes => openWebhooks(environment),
);
