import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../client/failure.ts';
import {
  changesBetween,
  NEW_WEBHOOK,
  refusedValues,
  valuesOf,
  webhookFormErrors,
  webhookRequestOf,
} from '../../../../console/pages/webhooks/webhook-form-values.ts';
import {
  type ShownWebhook,
  webhookPatch,
  webhookRequest,
} from '../../../../shared/contract/schemas/webhook.ts';

const VIDEO = { value: '0b4c2f52-7f0e-4b1e-9a55-0d2f9f9f2a11', label: 'A video' };
const here = { ...NEW_WEBHOOK, url: ' https://example.com/hook ' };

const shown: ShownWebhook = {
  id: 'wh_1',
  url: 'https://example.com/hook',
  description: null,
  types: ['job.completed', 'of.a.later.release'],
  videoId: VIDEO.value,
  status: 'active',
  disabledReason: null,
  failingSince: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  createdBy: { kind: 'person', id: 'p' },
  formerSecretUntil: null,
};

const refusal = (code: 'INVALID_PARAMETER' | 'VIDEO_NOT_FOUND', field?: string) =>
  new ApiFailure(
    { error: { code, message: 'It is wrong.', ...(field === undefined ? {} : { field }) } },
    { status: 400, headers: new Headers() },
  );

describe('a new webhook', () => {
  test('is asked for as the contract has it', () => {
    expect(webhookFormErrors(here)).toEqual({});
    const request = webhookRequestOf({
      ...here,
      description: '  ',
      which: 'some',
      types: ['video.processed', 'video.created'],
      reach: 'one',
      video: VIDEO,
    });
    expect(request).toEqual({
      url: 'https://example.com/hook',
      description: null,
      types: ['video.created', 'video.processed'],
      videoId: VIDEO.value,
    });
    expect(webhookRequest.safeParse(request).success).toBe(true);
  });

  test('for all types and videos is not restricted to what had been chosen before', () => {
    const request = webhookRequestOf({ ...here, types: ['key.created'], video: VIDEO });
    expect(request).toMatchObject({ types: null, videoId: null });
  });

  test.each(['', 'example.com/hook', 'https://', `https://example.com/${'x'.repeat(2048)}`])(
    'cannot be at %j',
    (url) => {
      expect(webhookFormErrors({ ...here, url })).toHaveProperty('url');
    },
  );

  test('for some types, or for one video, cannot be sent without any', () => {
    expect(webhookFormErrors({ ...here, which: 'some', reach: 'one' })).toEqual({
      types: 'Choose at least one type.',
      video: 'Choose a video.',
    });
  });
});

describe('a webhook that is edited', () => {
  const values = valuesOf(shown, VIDEO.label);
  const changed = (change: object) =>
    changesBetween(webhookRequestOf(values), webhookRequestOf({ ...values, ...change }));

  test('keeps what is not changed: another URL would have it be no longer failing', () => {
    expect(changed({})).toEqual({});
    const changes = changed({ description: 'Captions', reach: 'all' });
    expect(changes).toEqual({ description: 'Captions', videoId: null });
    expect(webhookPatch.safeParse(changes).success).toBe(true);
  });

  test('keeps its video, even one that is deleted', () => {
    expect(webhookRequestOf(valuesOf(shown, undefined)).videoId).toBe(VIDEO.value);
  });
});

test.each([
  [refusal('INVALID_PARAMETER', 'url'), { url: 'It is wrong.' }],
  [refusal('INVALID_PARAMETER', 'types[0]'), { types: 'It is wrong.' }],
  [refusal('INVALID_PARAMETER', 'videoId'), { video: 'It is wrong.' }],
  [refusal('VIDEO_NOT_FOUND'), { video: 'This video is deleted.' }],
  [refusal('INVALID_PARAMETER', 'elsewhere'), {}],
  [new Error('It is wrong.'), {}],
])('what the service refuses stands at its field, all else below the form: %#', (failure, errors) => {
  expect(refusedValues(failure)).toEqual(errors);
});
