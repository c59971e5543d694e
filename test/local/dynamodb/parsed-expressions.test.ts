import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { type ExpressionParser, keepParsed } from '../../../local/dynamodb/parsed-expressions.ts';

const load = createRequire(import.meta.url);

const VALUES = [
  { ':a': { S: 'x' }, ':b': { N: '1' }, ':list': { L: [{ S: 'y' }] } },
  { ':a': { S: 'other' }, ':b': { N: '-2.5' }, ':list': { L: [] } },
  { ':a': { N: '3' }, ':b': { S: 'z' }, ':list': { L: [{ NULL: true }] } },
];
const NAMES = { '#n': 'requests', '#m': 'nested' };

/** Results and what is left unused, for each of the values in turn. */
function outcomes({ parse }: ExpressionParser, text: string) {
  const all = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, true as const]));
  return VALUES.map((attrVals) => {
    const context = {
      attrNames: NAMES,
      attrVals,
      unusedAttrNames: all(NAMES),
      unusedAttrVals: all(attrVals),
      isReserved: (name: string) => name === 'size',
      compare: (_: string, x: { N?: string }, y: { N?: string }) => Number(x.N) > Number(y.N),
    };
    try {
      const tree = parse(text, { context });
      // An error ends the request: nobody asks then what is unused.
      if (typeof tree === 'string') return { error: tree };
      return { tree, names: context.unusedAttrNames, values: context.unusedAttrVals };
    } catch (error) {
      return { thrown: String(error) };
    }
  });
}

describe.each<[string, readonly string[]]>([
  [
    'conditionParser',
    [
      'attribute_not_exists(#n) OR #n < :b',
      'begins_with(#m.deep[2], :a) AND NOT contains(tags, :b)',
      '#n IN (:a, :b) AND size(#m) >= :b',
      '#n BETWEEN :b AND :a',
      'attribute_type(#n, :a)',
      'size = :a',
      '#none = :a',
      '#n = :none',
      '((#n = :a))',
      '#n =',
    ],
  ],
  [
    'updateParser',
    [
      'ADD #n :b SET #m = if_not_exists(#m, :a), other = other + :b',
      'SET #n = list_append(#n, :list) REMOVE #m[1]',
      'DELETE #n :a',
      'SET #n = :a, #n = :b',
      'SET',
    ],
  ],
  ['projectionParser', ['#n, #m.deep[0], plain', '#n, #n', 'size']],
])('%s', (name, texts) => {
  test.each(texts)('parses %s the second time as the first, with the values of the time', (text) => {
    const parser = load(`dynalite/db/${name}`) as ExpressionParser;
    const kept = { parse: parser.parse };
    keepParsed(kept);
    for (let time = 0; time < 2; time++) expect(outcomes(kept, text)).toEqual(outcomes(parser, text));
  });
});
