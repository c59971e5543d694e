import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { WebhookVerificationError } from '../../../client/failure.ts';
import { verifyWebhook } from '../../../client/webhooks/verify-webhook.ts';

const secret = `whsec_${Buffer.from('of the endpoint, with 32 bytes ..').toString('base64')}`;
const old = `whsec_${Buffer.from('the one before the rotation .....').toString('base64')}`;
const payload = '{"type":"video.processed","data":{"name":"Häfen – 港"}}';
const sentAt = 1_674_087_231;
const at = (seconds: number) => ({ now: () => (sentAt + seconds) * 1000 });

/** Headers as the library of Standard Webhooks signs them, with these secrets. */
const signed = (...secrets: readonly string[]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${sentAt}`,
  'webhook-signature': secrets
    .map((one) => new Webhook(one).sign('evt_1', new Date(sentAt * 1000), payload))
    .join(' '),
});
const headers = signed(secret);
const refused = (...given: Parameters<typeof verifyWebhook>) =>
  expect(verifyWebhook(...given)).rejects.toThrow(WebhookVerificationError);

describe('a webhook that the service sent', () => {
  test.each([
    ['text', payload],
    ['bytes', new TextEncoder().encode(payload)],
    ['a Buffer within a larger one', Buffer.from(`--${payload}--`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(payload).buffer],
  ])('gives its event from %s', async (_, body) => {
    const event = await verifyWebhook<{ type: string }>(body, headers, secret, at(0));
    expect([event.type, event]).toEqual(['video.processed', JSON.parse(payload)]);
  });

  test.each([
    ['Headers', new Headers(headers)],
    ['a Map', new Map(Object.entries(headers)) as unknown as Headers],
    [
      'a record of API Gateway',
      Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])),
    ],
    ['a record of Node', { ...headers, 'set-cookie': ['a'], 'x-nothing': undefined }],
  ])('is verified with the headers in %s', async (_, given) => {
    expect(await verifyWebhook(payload, given, secret, at(0))).toBeTruthy();
  });

  test('is verified by either secret during a rotation, and by a list of both', async () => {
    for (const one of [secret, old, [old, secret]]) {
      expect(await verifyWebhook(payload, signed(secret, old), one, at(0))).toBeTruthy();
    }
    expect(await verifyWebhook(payload, headers, [old, secret], at(0))).toBeTruthy();
    expect(await verifyWebhook(payload, headers, secret.slice('whsec_'.length), at(0))).toBeTruthy();
  });

  test('is verified among signatures of other versions and of none', async () => {
    const others = `v1a,AAAA v2,AAAA v1, v1 ,x v1,%% ${headers['webhook-signature']}`;
    expect(
      await verifyWebhook(payload, { ...headers, 'webhook-signature': others }, secret, at(0)),
    ).toBeTruthy();
  });

  test('is verified for five minutes before and after, or for as long as is wanted', async () => {
    for (const seconds of [-300, 300])
      expect(await verifyWebhook(payload, headers, secret, at(seconds))).toBeTruthy();
    const longer = { ...at(86_400), toleranceSeconds: 86_400 };
    expect(await verifyWebhook(payload, headers, secret, longer)).toBeTruthy();
  });

  test('is verified where there is nothing of Node', async () => {
    const { outputFiles } = await build({
      absWorkingDir: path.resolve(import.meta.dirname, '../../..'),
      entryPoints: ['client/webhooks/verify-webhook.ts'],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'webhooks',
      write: false,
    });
    const { crypto, atob, TextEncoder, TextDecoder } = globalThis;
    const script = `${outputFiles[0]?.text}; webhooks.verifyWebhook(payload, headers, secret, { now: () => ${sentAt}000 })`;
    const event = await runInNewContext(script, {
      payload,
      headers,
      secret,
      crypto,
      atob,
      TextEncoder,
      TextDecoder,
    });
    expect(JSON.stringify(event)).toBe(payload);
  });
});

describe('what the service did not send is refused', () => {
  test.each([
    ['another body', `${payload} `, headers],
    ['another id', payload, { ...headers, 'webhook-id': 'evt_2' }],
    ['another time', payload, { ...headers, 'webhook-timestamp': `${sentAt + 1}` }],
    [
      'an id that takes from the time',
      payload,
      { ...headers, 'webhook-id': `evt_1.${sentAt}`, 'webhook-timestamp': '0' },
    ],
    ['the signature of another secret', payload, signed(old)],
    [
      'a shortened signature',
      payload,
      { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, 30) },
    ],
    ['an empty signature', payload, { ...headers, 'webhook-signature': 'v1,' }],
    ['no signature', payload, { ...headers, 'webhook-signature': '' }],
    ['two headers for one', payload, { ...headers, 'webhook-signature': [headers['webhook-signature']] }],
    ['no id', payload, { ...headers, 'webhook-id': undefined }],
    ['no time', payload, { ...headers, 'webhook-timestamp': undefined }],
    ['no headers', payload, {}],
  ])('with %s', async (_, body, given) => {
    await refused(body, given, secret, { ...at(0), toleranceSeconds: Number.POSITIVE_INFINITY });
  });

  test.each([-301, 301])('%d seconds from when it was sent', async (seconds) => {
    await refused(payload, headers, secret, at(seconds));
  });

  test.each(['', 'now', '1e9', ' 1674087231', '-1', '1674087231.5', `${sentAt}`.repeat(3)])(
    'with a time such as "%s"',
    async (timestamp) => {
      await refused(payload, { ...headers, 'webhook-timestamp': timestamp }, secret, at(0));
    },
  );

  test('where it is signed and no JSON', async () => {
    const text = 'plain';
    const signature = new Webhook(secret).sign('evt_1', new Date(sentAt * 1000), text);
    await refused(text, { ...headers, 'webhook-signature': signature }, secret, at(0));
  });
});

describe('a program that verifies nothing is told so', () => {
  test.each([undefined, '', 'whsec_', 'whsec_ü', []])('with the secret %s', async (given) => {
    await expect(verifyWebhook(payload, headers, given as string, at(0))).rejects.toThrow(/secret/);
  });

  test('with a body that was parsed', async () => {
    const parsed = JSON.parse(payload);
    await expect(verifyWebhook(parsed, headers, secret, at(0))).rejects.toThrow('as it was received');
  });
});
