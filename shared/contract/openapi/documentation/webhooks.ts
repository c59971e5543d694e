import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  rotateSecret,
  sendAgain,
  testWebhook,
} from '../../routes/webhooks.ts';
import { documented } from './documented.ts';
import { CREATED_AT, JOB_ID, KEY_ID, UPDATED_AT, VIDEO_ID, WEBHOOK_ID } from './samples.ts';

const WEBHOOK = {
  id: WEBHOOK_ID,
  url: 'https://hooks.example.org/video-events',
  description: 'Captions',
  types: ['video.processed', 'job.completed'],
  videoId: null,
  status: 'active',
  disabledReason: null,
  failingSince: null,
  createdAt: CREATED_AT,
  createdBy: { kind: 'key', id: KEY_ID, name: 'Build server' },
  formerSecretUntil: null,
} as const;

const webhook = { ...WEBHOOK, types: [...WEBHOOK.types] };
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazEY0lzZqS8=';
const params = { webhookId: WEBHOOK_ID };

export const webhookDocumentation = [
  documented(createWebhook, {
    description:
      'Each event that passes the filter is posted as JSON, as `GET /api/v1/events` lists it, and signed as Standard Webhooks 1.0 ' +
      'says, with the headers `webhook-id` (the event’s), `webhook-timestamp` and `webhook-signature`. An answer of 2xx within ten ' +
      'seconds is success; otherwise it is posted again after 5 s, 5 min, 30 min, 2 h, 5 h, then every 10 h, for three days, and the ' +
      'same event may come twice or out of order: `sequence` has the order. `verifyWebhook` (npm) and `verify_webhook` (Python) check it: what is signed is `webhook-id`, `webhook-timestamp` and ' +
      'the body as it came, with full stops between them: HMAC-SHA256 by the bytes that the secret has in Base64 behind `whsec_`, in ' +
      'Base64 behind `v1,`. What happened before it was created is sent by `POST …/deliveries` alone. A webhook to which nothing could ' +
      'be delivered for five days, or that answers 410, is disabled.',
    body: {
      url: WEBHOOK.url,
      description: WEBHOOK.description,
      types: [...WEBHOOK.types],
    },
    response: { webhook, secret: SECRET },
  }),
  documented(listWebhooks, { response: { webhooks: [webhook] } }),
  documented(getWebhook, { params, response: webhook }),
  documented(patchWebhook, {
    params,
    body: { videoId: VIDEO_ID },
    response: { ...webhook, videoId: VIDEO_ID },
  }),
  documented(deleteWebhook, { params, response: { success: true } }),
  documented(rotateSecret, {
    description:
      'For `overlapHours` the present secret signs too, so that receivers can change over: `webhook-signature` then has two ' +
      'signatures. One that was the former secret until now signs no more.',
    params,
    body: { overlapHours: 24 },
    response: {
      webhook: { ...webhook, formerSecretUntil: UPDATED_AT },
      secret: SECRET,
    },
  }),
  documented(testWebhook, {
    description:
      'Posts an event of type `webhook.test`, whatever the filter and the state of the webhook. It is none of the account’s events, ' +
      'and has no `sequence`.',
    params,
    response: {
      event: {
        id: 'evt_0b8f6a4d2c1e3f5a7b9d8c6e4f2a1b3c',
        type: 'webhook.test',
        timestamp: UPDATED_AT,
        version: 1,
        data: { webhookId: WEBHOOK_ID },
      },
      attempt: { at: UPDATED_AT, durationMs: 84, status: 204, answer: '' },
    },
  }),
  documented(listDeliveries, {
    params,
    query: { status: 'pending' },
    response: {
      deliveries: [
        {
          event: {
            id: 'evt_5f0c1f7a9d2b4c3e8a6d7b1c0e9f8a7b',
            sequence: 42,
            type: 'job.completed',
            timestamp: CREATED_AT,
            version: 1,
            data: { videoId: VIDEO_ID, jobId: JOB_ID, version: 2, objectsDetected: 12 },
          },
          status: 'pending',
          attempts: [
            {
              at: CREATED_AT,
              durationMs: 10_000,
              failure: { code: 'timeout', message: 'The receiver did not answer in time' },
            },
          ],
          nextAttemptAt: UPDATED_AT,
        },
      ],
      next: null,
    },
  }),
  documented(sendAgain, {
    description:
      'Either `sequence`, for one event, or `after`, for the events behind it that pass the filter, 1,000 of them at most. What was ' +
      'delivered already is sent again, too.',
    params,
    body: { after: 41 },
    response: { queued: 1, next: null },
  }),
];
