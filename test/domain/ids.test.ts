import { expect, test } from 'vitest';
import { isUuid, uuidv7 } from '../../shared/domain/ids.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';

test('an id is a UUID of version 7 and variant 10 with the time in front', () => {
  const id = uuidv7({ now: () => 0x017f22e279b0, randomBytes: (count) => Buffer.alloc(count, 0xff) });
  expect(id).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
});

test('later ids sort after earlier ones', () => {
  const at = (now: number) => uuidv7({ ...systemRuntime, now: () => now });
  expect(at(1000) < at(1001)).toBe(true);
  expect(at(2 ** 40) < at(2 ** 41)).toBe(true);
});

test.each([
  '',
  'x',
  '../../etc/passwd',
  '017F22E2-79B0-7FFF-BFFF-FFFFFFFFFFFF',
  '017f22e279b07fffbfffffffffffffff',
])('%j is no id', (text) => expect(isUuid(text)).toBe(false));
