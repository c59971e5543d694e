import { expect, test } from 'vitest';
import {
  allOf,
  anyOf,
  assignments,
  attribute,
  attributes,
  Bindings,
  condition,
  type Expression,
  oneOf,
  update,
  where,
} from '../../../shared/stores/dynamodb/expression.ts';

const rendered = (...expressions: Expression[]) => {
  const bindings = new Bindings();
  return { texts: expressions.map((expression) => bindings.text(expression)), ...bindings.placeholders };
};

test('values become placeholders, whatever they contain', () => {
  expect(rendered(condition`jobId = ${"' OR #x = :v1"} AND at < ${5}`)).toEqual({
    texts: ['jobId = :v0 AND at < :v1'],
    ExpressionAttributeValues: { ':v0': "' OR #x = :v1", ':v1': 5 },
  });
});

test('reserved words and names that are known only at run time are declared', () => {
  expect(rendered(update`SET #state = ${'failed'}, places.${attribute('a-b.c')} = ${1}`)).toEqual({
    texts: ['SET #state = :v0, places.#_1 = :v1'],
    ExpressionAttributeNames: { '#state': 'state', '#_1': 'a-b.c' },
    ExpressionAttributeValues: { ':v0': 'failed', ':v1': 1 },
  });
});

test('the expressions of one request share names and values', () => {
  const { texts, ExpressionAttributeValues } = rendered(
    update`SET a = ${1}`,
    condition`a < ${1} OR #b IN ${oneOf(['x', 'y'])}`,
  );
  expect(texts).toEqual(['SET a = :v0', 'a < :v1 OR #b IN (:v2, :v3)']);
  expect(ExpressionAttributeValues).toEqual({ ':v0': 1, ':v1': 1, ':v2': 'x', ':v3': 'y' });
});

test('a condition holds together inside another one, a part of an update does not stand in parentheses', () => {
  const [a, b, c] = [condition`a = b`, condition`b = c`, condition`c = d`];
  expect(rendered(condition`${a} OR ${b}`).texts).toEqual(['(a = b) OR (b = c)']);
  expect(rendered(allOf(a, anyOf(b, c))).texts).toEqual(['(a = b) AND ((b = c) OR (c = d))']);
  expect(rendered(update`SET a = b${update`, c = d`}`).texts).toEqual(['SET a = b, c = d']);
});

test('lists of assignments and of attributes', () => {
  expect(rendered(update`SET ${assignments({ status: 'failed', size: 3 })}`)).toEqual({
    texts: ['SET #_0 = :v0, #_1 = :v1'],
    ExpressionAttributeNames: { '#_0': 'status', '#_1': 'size' },
    ExpressionAttributeValues: { ':v0': 'failed', ':v1': 3 },
  });
  expect(rendered(update`REMOVE ${attributes(['one', 'two'])}`).texts).toEqual(['REMOVE #_0, #_1']);
});

test('what has no names or no values declares none: DynamoDB refuses empty maps', () => {
  expect(rendered(where`sweep = ${'due'}`)).not.toHaveProperty('ExpressionAttributeNames');
  expect(rendered(condition`attribute_exists(#status)`)).not.toHaveProperty('ExpressionAttributeValues');
});
