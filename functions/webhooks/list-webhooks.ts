import { listWebhooks } from '../../shared/contract/routes/webhooks.ts';
import { mayManage, shownWebhook } from '../../shared/domain/webhooks/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { openWebhookLists } from '../../shared/stores/webhooks/webhooks.ts';

export const handler = endpoint(
  listWebhooks,
  { lists: openWebhookLists },
  async ({ principal }, { lists, environment }) => {
    const found = await lists.list(principal.accountId);
    const now = environment.runtime.now();
    const managed = found.filter((webhook) => mayManage(principal, webhook));
    return { body: { webhooks: managed.map((webhook) => shownWebhook(webhook, now)) } };
  },
);
