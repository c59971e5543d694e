import type { Principal } from '../../domain/keys/principal.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openWebhookChanges } from '../../stores/webhooks/webhooks.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { findWebhook } from './find-webhook.ts';

export const ROTATION_STORES = { webhooks: openWebhookChanges };

const HOUR_MS = 60 * 60_000;

/**
 * Gives a webhook another secret; for some hours the one that it had signs too, so that receivers can change over. One that it had
 * before that signs no longer.
 * @throws ApiError as `findWebhook`
 */
export async function rotateSecret(
  stores: Opened<typeof ROTATION_STORES>,
  principal: Principal,
  webhookId: string,
  overlapHours: number,
): Promise<Webhook> {
  const { webhooks, environment } = stores;
  const { runtime } = environment;
  for (;;) {
    const webhook = await findWebhook(stores, principal, webhookId);
    const until = runtime.now() + overlapHours * HOUR_MS;
    const rotated = await webhooks.rotate(webhook, {
      secret: newSecret(runtime),
      formerSecret: overlapHours === 0 ? null : { secret: webhook.secret, until },
    });
    if (rotated !== null) return rotated;
  }
}
