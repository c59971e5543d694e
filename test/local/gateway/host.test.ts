import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../local/gateway/host.ts';

describe('a Host header', () => {
  test.each(['127.0.0.1', '127.0.0.1:8787', 'localhost:1', 'LOCALHOST', '[::1]:8787'])(
    '%j names this machine',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  test.each([
    '',
    'example.com:8787',
    '127.0.0.1.example.com',
    'localhost.example.com:80',
    '127.0.0.1:8787.example.com',
    '127.0.0.1 ',
    '[::2]',
    'a@127.0.0.1',
  ])('%j names another', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
