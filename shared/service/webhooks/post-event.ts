import { SETTINGS } from '../../contract/resources.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { TestEvent, WebhookAttempt } from '../../contract/schemas/webhook.ts';
import { secretsOf, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { AddressRules } from '../../webhooks/allowed-address.ts';
import type { DeliveryOutcome } from '../../webhooks/delivery-outcome.ts';
import { postWebhook } from '../../webhooks/post-webhook.ts';
import { signedHeaders } from '../../webhooks/signature.ts';

/** Which addresses webhooks may have. */
export const addressRules = ({ variables }: Environment): AddressRules => ({
  allowLoopback: variables[SETTINGS.webhookLoopback] === 'true',
});

/** Posts an event to a webhook once, signed with each of its secrets. */
export function postEvent(
  environment: Environment,
  webhook: Webhook,
  event: ServiceEvent | TestEvent,
): Promise<DeliveryOutcome> {
  const { runtime } = environment;
  const payload = JSON.stringify(event);
  const now = runtime.now();
  const headers = signedHeaders({ id: event.id, payload }, secretsOf(webhook, now), now);
  return postWebhook({ url: webhook.url, headers, payload }, { runtime, ...addressRules(environment) });
}

/** An attempt as callers see it. */
export function attemptOf(at: number, outcome: DeliveryOutcome): WebhookAttempt {
  const attempt = { at: new Date(at).toISOString(), durationMs: Math.round(outcome.durationMs) };
  return 'status' in outcome
    ? { ...attempt, status: outcome.status, answer: outcome.body }
    : { ...attempt, failure: { code: outcome.failure, message: outcome.message } };
}
