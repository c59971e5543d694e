import { expect, test } from 'vitest';
import { reachedItems } from '../../../rehearsal/proxy/reached-items.ts';

const Key = { id: { S: '1' } };
const reached = (operation: string, body: object, answer: object) =>
  reachedItems(`DynamoDB_20120810.${operation}`, JSON.stringify(body), JSON.stringify(answer));

test.each([
  ['GetItem', { TableName: 't', Key }, { Item: { a: { N: '1' } } }, [['t', [{ ...Key, a: { N: '1' } }]]]],
  ['GetItem', { TableName: 't', Key }, {}, []],
  ['Query', { TableName: 't' }, { Items: [Key] }, [['t', [Key]]]],
  ['BatchGetItem', { RequestItems: {} }, { Responses: { t: [Key] } }, [['t', [Key]]]],
  ['UpdateItem', { TableName: 't', Key }, {}, [['t', [Key]]]],
  ['PutItem', { TableName: 't', Item: Key }, {}, [['t', [Key]]]],
])('%s of %j', (operation, body, answer, expected) => {
  expect(reached(operation, body, answer)).toEqual(expected);
});
