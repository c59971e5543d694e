import type { WebhookPatch } from '../../contract/schemas/webhook.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openOwnedVideos } from '../../stores/videos/video-lists.ts';
import { ACTIVE, openWebhookChanges } from '../../stores/webhooks/webhooks.ts';
import { findWebhook, webhookNotFound } from './find-webhook.ts';
import { requireUrl, requireVideo } from './require-target.ts';

export const WEBHOOK_CHANGE_STORES = { webhooks: openWebhookChanges, ownedVideos: openOwnedVideos };

/**
 * Changes what a request names of a webhook. At another URL it has not failed yet.
 * @throws ApiError `INVALID_PARAMETER` for the URL; as `findWebhook` and `requireVideo`
 */
export async function changeWebhook(
  stores: Opened<typeof WEBHOOK_CHANGE_STORES>,
  principal: Principal,
  webhookId: string,
  { url, description, types, videoId, status }: WebhookPatch,
): Promise<Webhook> {
  const { webhooks, environment } = stores;
  const webhook = await findWebhook(stores, principal, webhookId);
  if (videoId !== undefined) await requireVideo(stores, principal, videoId);
  const changed = await webhooks.change(webhook, {
    ...(description !== undefined && { description }),
    ...(videoId !== undefined && { videoId }),
    ...(url !== undefined && { url: requireUrl(environment, url), failingSince: null }),
    ...(types !== undefined && { types: types && [...new Set(types)] }),
    ...(status === 'active' && ACTIVE),
    ...(status === 'paused' && { ...ACTIVE, status }),
  });
  if (changed === null) throw webhookNotFound(webhookId);
  return changed;
}
