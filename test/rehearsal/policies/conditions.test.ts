/** Examples of "Condition operators" and "Multivalued context keys" in the IAM User Guide. */
import { expect, test } from 'vitest';
import { conditionsHold } from '../../../rehearsal/policies/conditions.ts';
import type { ConditionElement } from '../../../rehearsal/policies/policy.ts';

const holds = (condition: ConditionElement, context: Record<string, string | string[]>): boolean =>
  conditionsHold(condition, { action: 'a:B', resource: '*', context });

test.each<[ConditionElement, Record<string, string | string[]>, boolean]>([
  [{ StringEquals: { 'aws:SourceAccount': '111122223333' } }, { 'aws:sourceaccount': '111122223333' }, true],
  [{ StringEquals: { 'aws:SourceAccount': '111122223333' } }, {}, false],
  [{ StringEquals: { 'a:b': ['x', 'y'] } }, { 'a:b': 'y' }, true],
  [{ StringEquals: { 'a:b': 'X' } }, { 'a:b': 'x' }, false],
  [{ StringEqualsIgnoreCase: { 'a:b': 'X' } }, { 'a:b': 'x' }, true],
  [{ StringNotEquals: { 'a:b': ['x', 'y'] } }, { 'a:b': 'y' }, false],
  [{ StringNotEquals: { 'a:b': 'x' } }, {}, true],
  [{ StringLike: { 's3:prefix': ['', 'home/*'] } }, { 's3:prefix': 'home/ann/' }, true],
  [{ StringLike: { 's3:prefix': 'home/*' } }, { 's3:prefix': 'house/' }, false],
  [{ StringEqualsIfExists: { 'a:b': 'x' } }, {}, true],
  [{ StringEqualsIfExists: { 'a:b': 'x' } }, { 'a:b': 'y' }, false],
  [{ Null: { 'aws:TokenIssueTime': 'true' } }, {}, true],
  [{ Null: { 'aws:TokenIssueTime': 'false' } }, {}, false],
  [{ Bool: { 'aws:SecureTransport': 'true' } }, { 'aws:securetransport': 'true' }, true],
  [{ NumericLessThanEquals: { 's3:max-keys': '10' } }, { 's3:max-keys': '9' }, true],
  [{ NumericLessThanEquals: { 's3:max-keys': '10' } }, { 's3:max-keys': '11' }, false],
  // An ARN's fields are compared one by one: a `*` does not reach into the next.
  [
    { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:123456789012:*' } },
    { 'aws:sourcearn': 'arn:aws:sns:us-east-1:123456789012:a:b' },
    true,
  ],
  [
    { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:t' } },
    { 'aws:sourcearn': 'arn:aws:sns:us-east-1:123456789012:t' },
    false,
  ],
  // Both must hold; several keys under an operator too.
  [{ StringEquals: { 'a:b': 'x' }, Bool: { 'c:d': 'true' } }, { 'a:b': 'x', 'c:d': 'false' }, false],
  [{ StringEquals: { 'a:b': 'x', 'c:d': 'y' } }, { 'a:b': 'x', 'c:d': 'y' }, true],
])('%j of %j: %s', (condition, context, expected) => {
  expect(holds(condition, context)).toBe(expected);
});

test('ForAllValues holds where every value fits, and where there is none', () => {
  const condition = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['ann', 'bob'] } };
  expect(holds(condition, { 'dynamodb:leadingkeys': ['ann'] })).toBe(true);
  expect(holds(condition, { 'dynamodb:leadingkeys': ['ann', 'eve'] })).toBe(false);
  expect(holds(condition, {})).toBe(true);
});

test('ForAnyValue holds where one value fits, and not where there is none', () => {
  const condition = { 'ForAnyValue:StringEquals': { 'aws:TagKeys': ['a', 'b'] } };
  expect(holds(condition, { 'aws:tagkeys': ['c', 'b'] })).toBe(true);
  expect(holds(condition, { 'aws:tagkeys': ['c'] })).toBe(false);
  expect(holds(condition, {})).toBe(false);
});

test('an operator that is not known is refused', () => {
  expect(() => holds({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, {})).toThrow('IpAddress');
});
