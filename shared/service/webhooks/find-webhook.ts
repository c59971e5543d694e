import { ApiError } from '../../contract/errors.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { mayManage, type Webhook } from '../../domain/webhooks/webhook.ts';

const WEBHOOK_ID = /^[\w-]{1,64}$/;

export const webhookNotFound = (webhookId: string): ApiError =>
  new ApiError(
    'WEBHOOK_NOT_FOUND',
    `There is no webhook ${WEBHOOK_ID.test(webhookId) ? webhookId : 'of this id'}.`,
  );

/**
 * A webhook of the caller. One that they may not manage is as unknown as that of another account.
 * @throws ApiError `WEBHOOK_NOT_FOUND`
 */
export async function findWebhook(
  { webhooks }: { webhooks: { get(accountId: string, webhookId: string): Promise<Webhook | null> } },
  principal: Principal,
  webhookId: string,
): Promise<Webhook> {
  // No store takes an id of any length.
  if (!WEBHOOK_ID.test(webhookId)) throw webhookNotFound(webhookId);
  const found = await webhooks.get(principal.accountId, webhookId);
  if (found === null || !mayManage(principal, found)) throw webhookNotFound(webhookId);
  return found;
}
