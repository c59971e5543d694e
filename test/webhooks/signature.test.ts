import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { newSecret, signedHeaders } from '../../shared/webhooks/signature.ts';

const payload = '{"type":"video.processed","data":{"name":"Häfen – 港"}}';
const message = { id: 'evt_01', payload };
const secret = newSecret(systemRuntime);

describe('a secret', () => {
  test('is whsec_ and 32 random bytes in Base64', () => {
    const randomBytes = (count: number) => new Uint8Array(count).fill(0xff);
    expect(newSecret({ randomBytes })).toBe(`whsec_${'/'.repeat(42)}8=`);
  });
});

describe('a signed message', () => {
  test('is what the library of Standard Webhooks accepts, as text and as bytes', () => {
    for (const sent of [payload, Buffer.from(payload)]) {
      const headers = signedHeaders({ id: 'evt_01', payload: sent }, [secret], Date.now());
      expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
    }
  });

  test('has the signature that the library makes, and its time in whole seconds', () => {
    const expected = new Webhook(secret).sign('evt_01', new Date(1_674_087_231_000), payload);
    expect(signedHeaders(message, [secret], 1_674_087_231_999)).toEqual({
      'webhook-id': 'evt_01',
      'webhook-timestamp': '1674087231',
      'webhook-signature': expected,
    });
  });

  test('is accepted by those who have the old secret and by those who have the new one, during a rotation', () => {
    const old = newSecret(systemRuntime);
    const headers = signedHeaders(message, [secret, old], Date.now());
    expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
    for (const one of [secret, old]) expect(new Webhook(one).verify(payload, headers)).toBeTruthy();
    expect(() => new Webhook(newSecret(systemRuntime)).verify(payload, headers)).toThrow('No matching');
  });

  test.each([
    ['a full stop, by which it could take from the time', { ...message, id: 'evt.1' }, [secret]],
    ['a line break, which begins another header', { ...message, id: 'evt\r\nx: 1' }, [secret]],
    ['no id', { ...message, id: '' }, [secret]],
    ['no secret', message, []],
    ['a short secret', message, ['whsec_AAAA']],
    ['a secret of another kind', message, [secret.replace('whsec_', 'whpk_')]],
  ])('is not made with %s', (_, unsigned, secrets) => {
    expect(() => signedHeaders(unsigned, secrets, 0)).toThrow(RangeError);
  });

  test('leaves its secret out of what it throws', () => {
    expect(() => signedHeaders(message, ['whsec_mistyped'], 0)).not.toThrow('mistyped');
  });
});
