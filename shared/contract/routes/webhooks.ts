import * as z from 'zod';
import { type Route, route } from '../route.ts';
import { none } from '../schemas/parameters.ts';
import { success } from '../schemas/primitives.ts';
import {
  deliveryPage,
  deliveryQuery,
  secretRotation,
  sendAgainRequest,
  sentAgain,
  webhook,
  webhookPatch,
  webhookRequest,
  webhookTest,
  webhookWithSecret,
} from '../schemas/webhook.ts';

const webhookId = z.object({ webhookId: z.string().describe("the webhook's id") });

export const createWebhook = route({
  key: 'webhooks/create-webhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  audience: 'both',
  summary: 'Have events sent to an address',
  scopes: ['webhook:manage'],
  params: none,
  query: none,
  body: { kind: 'json', schema: webhookRequest },
  status: 201,
  response: webhookWithSecret,
  secret: true,
  errors: ['PROJECT_NOT_ALLOWED', 'VIDEO_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'QUOTA_EXCEEDED'],
  stores: ['webhookCreation', 'ownedVideos', 'idempotency'],
  settings: ['webhookLoopback'],
});

export const listWebhooks = route({
  key: 'webhooks/list-webhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  audience: 'both',
  summary: 'List the webhooks, oldest first',
  scopes: ['webhook:manage'],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z.object({ webhooks: z.array(webhook) }).meta({ id: 'WebhookList' }),
  stores: ['webhookLists'],
});

export const getWebhook = route({
  key: 'webhooks/get-webhook',
  method: 'GET',
  path: '/api/v1/webhooks/{webhookId}',
  audience: 'both',
  summary: 'Read a webhook',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: null,
  status: 200,
  response: webhook,
  stores: ['webhookReader'],
});

export const patchWebhook = route({
  key: 'webhooks/patch-webhook',
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhookId}',
  audience: 'both',
  summary: 'Change a webhook, pause it, or make it active again',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: { kind: 'json', schema: webhookPatch },
  status: 200,
  response: webhook,
  errors: ['PROJECT_NOT_ALLOWED', 'VIDEO_NOT_FOUND'],
  stores: ['webhookChanges', 'ownedVideos'],
  settings: ['webhookLoopback'],
});

export const deleteWebhook = route({
  key: 'webhooks/delete-webhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhookId}',
  audience: 'both',
  summary: 'Delete a webhook: nothing is sent to it from then on',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: null,
  status: 200,
  response: success,
  stores: ['webhookRemoval'],
});

export const rotateSecret = route({
  key: 'webhooks/rotate-secret',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookId}/secret',
  audience: 'both',
  summary: 'Give a webhook another secret',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: { kind: 'json', schema: secretRotation, optional: true },
  status: 200,
  response: webhookWithSecret,
  secret: true,
  stores: ['webhookChanges', 'idempotency'],
});

export const testWebhook = route({
  key: 'webhooks/test-webhook',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookId}/test',
  audience: 'both',
  summary: 'Send a test event to a webhook, and see what it answers',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: null,
  status: 200,
  response: webhookTest,
  waits: true,
  // Each request is a test of its own.
  keepsNoAnswer: true,
  stores: ['webhookReader'],
  settings: ['webhookLoopback'],
});

export const listDeliveries = route({
  key: 'webhooks/list-deliveries',
  method: 'GET',
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  audience: 'both',
  summary: 'List what was sent to a webhook, and what it has answered',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: deliveryQuery,
  body: null,
  status: 200,
  response: deliveryPage,
  stores: ['webhookReader', 'deliveryLists'],
});

export const sendAgain = route({
  key: 'webhooks/send-again',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  audience: 'both',
  summary: 'Send events to a webhook again, or those that it has missed',
  scopes: ['webhook:manage'],
  params: webhookId,
  query: none,
  body: { kind: 'json', schema: sendAgainRequest },
  status: 200,
  response: sentAgain,
  errors: ['WEBHOOK_NOT_ACTIVE'],
  stores: ['webhookReader', 'eventRange', 'webhookQueue', 'idempotency'],
});

export const webhookRoutes: readonly Route[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  patchWebhook,
  deleteWebhook,
  rotateSecret,
  testWebhook,
  listDeliveries,
  sendAgain,
];
