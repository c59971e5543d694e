import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { WebhookRequest } from '../../contract/schemas/webhook.ts';
import { shortId } from '../../domain/ids.ts';
import { authorOf } from '../../domain/keys/author-of.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openOwnedVideos } from '../../stores/videos/video-lists.ts';
import { ACTIVE, openWebhookCreation } from '../../stores/webhooks/webhooks.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { requireUrl, requireVideo } from './require-target.ts';

export const WEBHOOK_CREATION_STORES = { webhooks: openWebhookCreation, ownedVideos: openOwnedVideos };

/** @throws ApiError `INVALID_PARAMETER` for the URL, `QUOTA_EXCEEDED`; as `requireVideo` */
export async function createWebhook(
  stores: Opened<typeof WEBHOOK_CREATION_STORES>,
  principal: Principal,
  { url, description, types, videoId }: WebhookRequest,
): Promise<Webhook> {
  const { webhooks, environment } = stores;
  const { runtime } = environment;
  const allowed = requireUrl(environment, url);
  await requireVideo(stores, principal, videoId);
  const webhook: Webhook = {
    accountId: principal.accountId,
    webhookId: `wh_${shortId(runtime)}`,
    url: allowed,
    description,
    types: types && [...new Set(types)],
    videoId,
    ...ACTIVE,
    secret: newSecret(runtime),
    formerSecret: null,
    createdAt: isoNow(runtime),
    createdBy: authorOf(principal),
  };
  const current = await webhooks.create(webhook);
  const max = LIMITS.webhooks;
  if (current >= max)
    throw new ApiError('QUOTA_EXCEEDED', `The account may have at most ${max} webhooks. Delete some.`, {
      details: { quota: 'webhooks', max, current },
    });
  return webhook;
}
