import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMembers } from '../../../shared/stores/documents/member-lines.ts';
import { layOut } from '../../../shared/stores/documents/part-layout.ts';

const textOf = (map: Record<string, unknown>, sorted = true): string =>
  Array.from(layOut(sorted ? 'tracks' : 'extra', map), (entry) =>
    typeof entry === 'string' ? entry : entry.text,
  ).join('');

/**
 * Keys that look like the layout itself are what a careless reader would trip over. None has a backslash: once V8 13.6
 * (Node 24) has parsed a key that ends in one, it takes others with an escape for it:
 * `JSON.parse('{"a":1,"\\\\":1}')`, then `JSON.parse('{"a":1,"\\n":1}')` gives the key `\\`.
 */
const keys = fc
  .oneof(fc.string(), fc.constantFrom('"', 'a":\n', '}', ',', '{', '\n', '"a', 'é', '🎈', '0'))
  .filter((key) => !key.includes('\\'));
const maps = fc.dictionary(keys, fc.jsonValue(), { maxKeys: 6 }).map((map) => ({ ...map }));

async function* inChunks(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function membersOf(text: string, length: number): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  for await (const { line, value } of readMembers(inChunks(text, length))) {
    const chunks: Buffer[] = [];
    for await (const chunk of value) chunks.push(chunk);
    found.push([JSON.parse(line.slice(0, -1)), JSON.parse(Buffer.concat(chunks).toString())]);
  }
  return found;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('the text of a map is its JSON', () => {
  fc.assert(
    fc.property(maps, fc.boolean(), (map, sorted) => {
      expect(JSON.parse(textOf(map, sorted))).toEqual(asJson(map));
    }),
  );
});

test('its members are read in their order, wherever the chunks of the text end', async () => {
  await fc.assert(
    fc.asyncProperty(maps, fc.integer({ min: 1, max: 9 }), async (map, length) => {
      expect(await membersOf(textOf(map, false), length)).toEqual(Object.entries(asJson(map) as object));
    }),
  );
});

test('values need not be read', async () => {
  const found: string[] = [];
  for await (const { line } of readMembers(inChunks(textOf({ b: [1, 2], a: 'x' }), 3))) found.push(line);
  expect(found).toEqual(['"a":', '"b":']);
});

test.each(['{"a":1}', '', '{\n"a":\n1\n', '{\n"a":\n1\n,\n', '[\n1\n]'])(
  'a text with another layout, or cut off, is an error: %j',
  async (text) => {
    await expect(membersOf(text, 4)).rejects.toThrow();
  },
);
