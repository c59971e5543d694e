import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allOf,
  anyOf,
  assignments,
  attribute,
  attributes,
  Bindings,
  type Condition,
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

describe('a condition inside another one', () => {
  const [a, b, c] = [condition`a = b`, condition`b = c`, condition`c = d`];

  test('stands in parentheses only where it would not hold together without', () => {
    expect(rendered(condition`${a} OR ${b}`).texts).toEqual(['a = b OR b = c']);
    expect(rendered(allOf(a, anyOf(b, c))).texts).toEqual(['a = b AND (b = c OR c = d)']);
    expect(rendered(anyOf(a, allOf(b, c))).texts).toEqual(['a = b OR b = c AND c = d']);
    expect(rendered(condition`NOT ${a}`, condition`NOT ${allOf(a, b)}`).texts).toEqual([
      'NOT a = b',
      'NOT (a = b AND b = c)',
    ]);
    expect(rendered(allOf(a, condition`${anyOf(b, c)}`)).texts).toEqual(['a = b AND (b = c OR c = d)']);
  });

  test('means what it means by itself, however deep it is', () => {
    const FLAGS = ['p', 'q', 'r', 's'];
    type Tree = string | { all?: Tree[]; any?: Tree[]; not?: Tree; same?: Tree };
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
      const several = fc.array(tie('tree'), { minLength: 2, maxLength: 3 });
      return {
        tree: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom(...FLAGS),
          fc.record({ all: several }),
          fc.record({ any: several }),
          fc.record({ not: tie('tree') }),
          fc.record({ same: tie('tree') }),
        ),
      };
    });
    const expressionOf = (node: Tree): Condition => {
      if (typeof node === 'string') return condition`attribute_exists(${attribute(node)})`;
      if (node.all !== undefined) return allOf(...node.all.map(expressionOf));
      if (node.any !== undefined) return anyOf(...node.any.map(expressionOf));
      return node.not === undefined
        ? condition`${expressionOf(node.same ?? '')}`
        : condition`NOT ${expressionOf(node.not)}`;
    };
    const holds = (node: Tree, there: readonly string[]): boolean => {
      if (typeof node === 'string') return there.includes(node);
      if (node.all !== undefined) return node.all.every((each) => holds(each, there));
      if (node.any !== undefined) return node.any.some((each) => holds(each, there));
      return node.not === undefined ? holds(node.same ?? '', there) : !holds(node.not, there);
    };
    fc.assert(
      fc.property(tree, fc.subarray(FLAGS), (node, there) => {
        const { texts, ExpressionAttributeNames = {} } = rendered(expressionOf(node));
        // Precedence is that of JavaScript.
        const script = (texts[0] ?? '')
          .replaceAll(/attribute_exists\((#_\d+)\)/g, (_, name) =>
            String(there.includes(ExpressionAttributeNames[name] ?? '')),
          )
          .replaceAll(' AND ', ' && ')
          .replaceAll(' OR ', ' || ')
          .replaceAll('NOT ', '!');
        expect(runInNewContext(script)).toBe(holds(node, there));
      }),
      { numRuns: 500 },
    );
  });
});

test('a part of an update does not stand in parentheses', () => {
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
