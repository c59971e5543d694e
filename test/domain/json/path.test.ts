import { expect, test } from 'vitest';
import { toPointer } from '../../../shared/domain/json/json-pointer.ts';
import { toField } from '../../../shared/domain/json/path.ts';

test('pointers are written as RFC 6901 says', () => {
  expect(toPointer([])).toBe('');
  expect(toPointer(['a/b', 'm~n', '', '~1'])).toBe('/a~1b/m~0n//~01');
});

test('the name of a parameter is readable text of bounded length, whatever was sent', () => {
  expect(toField(['layers', 'l1', 'name'])).toBe('layers.l1.name');
  expect(toField(['x'.repeat(1 << 20)])).toHaveLength(1000);
  expect(toField(['a\ud800'])).toBe('a\ufffd');
});
