import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expiryDate,
  generateSecret,
  hashSecret,
  isActive,
  isWellFormedSecret,
  maskSecret,
} from '../../../shared/domain/keys/api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const runtime = { now: () => 0, randomBytes: (count: number) => randomBytes(count) };
const withBytes = (byte: number) => ({
  now: () => 0,
  randomBytes: (count: number) => Buffer.alloc(count, byte),
});

describe('a secret', () => {
  test('has the prefix, 43 characters of randomness and 6 of checksum', () => {
    expect(generateSecret('vms', runtime)).toMatch(/^vms_sk_[0-9A-Za-z]{49}$/);
  });

  test('encodes the random bits as a number in base62, left-padded with zeros', () => {
    expect(generateSecret('vms', withBytes(0)).slice(0, -6)).toBe(`vms_sk_${'0'.repeat(43)}`);
    const digits = [...generateSecret('vms', withBytes(0xff)).slice(7, 50)];
    const value = digits.reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
    expect(value).toBe(2n ** 256n - 1n);
  });

  test('ends with the CRC32 of everything before', () => {
    const secret = generateSecret('acme', runtime);
    const value = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);
    expect(value).toBe(crc32(secret.slice(0, -6)));
  });

  test('is recognised, and no other string is, whatever single character is changed', () => {
    const secret = generateSecret('vms', runtime);
    expect(isWellFormedSecret(secret, 'vms')).toBe(true);
    expect(isWellFormedSecret(secret, 'other')).toBe(false);
    fc.assert(
      fc.property(
        fc.nat({ max: secret.length - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, character) => {
          fc.pre(secret[at] !== character);
          const changed = secret.slice(0, at) + character + secret.slice(at + 1);
          return !isWellFormedSecret(changed, 'vms');
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedSecret(text, 'vms')));
  });

  test.each([
    ['prefix', `abc_sk_${'0'.repeat(43)}`],
    ['length', `vms_sk_${'0'.repeat(44)}`],
    ['alphabet', `vms_sk_${'0'.repeat(42)}-`],
  ])('is not a secret with another %s, even with a valid checksum', (_, body) => {
    let rest = crc32(body);
    let checksum = '';
    for (; checksum.length < 6; rest = Math.floor(rest / 62))
      checksum = ALPHABET.charAt(rest % 62) + checksum;
    expect(isWellFormedSecret(body + checksum, body.slice(0, 3))).toBe(body.startsWith('abc'));
    expect(isWellFormedSecret(body + checksum, 'vms')).toBe(false);
  });

  test('is stored as its hash and shown by its first four characters', () => {
    const secret = generateSecret('vms', runtime);
    expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(maskSecret(secret, 'vms')).toBe(`${secret.slice(0, 11)}…`);
  });
});

describe('a key', () => {
  const day = 24 * 60 * 60_000;

  test.each([30, 90, 365] as const)('of %i days works until then', (days) => {
    const expiresAt = expiryDate(days, 1000);
    expect(isActive({ expiresAt, revokedAt: null }, 999 + days * day)).toBe(true);
    expect(isActive({ expiresAt, revokedAt: null }, 1000 + days * day)).toBe(false);
  });

  test('without expiry works until it is revoked', () => {
    expect(isActive({ expiresAt: expiryDate(null, 0), revokedAt: null }, 1e15)).toBe(true);
    expect(isActive({ expiresAt: null, revokedAt: '2026-01-01T00:00:00.000Z' }, 0)).toBe(false);
  });
});
