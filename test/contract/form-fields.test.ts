import { describe, expect, test } from 'vitest';
import { formBoolean } from '../../shared/contract/schemas/primitives.ts';

describe('a boolean in a form', () => {
  test.each(['true', 'TRUE', 'True', 'tRuE', '1'])('%j is true', (text) => {
    expect(formBoolean.parse(text)).toBe(true);
  });

  test.each(['false', 'FALSE', 'False', '0', '', undefined])('%j is false', (text) => {
    expect(formBoolean.parse(text)).toBe(false);
  });

  test.each(['yes', 'no', 'on', ' ', 'true ', '01', '2', '-1', 'null', 'truefalse', 'true\n'])(
    '%j is none',
    (text) => {
      expect(formBoolean.safeParse(text).success).toBe(false);
    },
  );
});
