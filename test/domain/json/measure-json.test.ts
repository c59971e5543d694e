import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { measureJson, parsedMemory } from '../../../shared/domain/json/measure-json.ts';
import { parseJson } from '../../../shared/domain/json/parse-json.ts';
import { trackedCrowd } from '../../support/videos/tracked-crowd.ts';

/** A text of a sixteenth of the largest document. */
const BYTES = LIMITS.documentBytes / 16;
const most = LIMITS.documentMemory / 16;
const measured = (text: string) => measureJson(Buffer.from(text));
const memoryOf = (text: string): number => parsedMemory([measured(text)]);

const filled = (unit: string): string => `[${`${unit},`.repeat(BYTES / (unit.length + 1) - 1)}${unit}]`;

/** Entries whose keys are all different. */
function differentKeys(entry: (key: string) => string): string {
  const entries: string[] = [];
  for (let size = 0, i = 0; size < BYTES; i++) {
    entries.push(entry(`k${i.toString(36)}`));
    size += (entries.at(-1)?.length ?? 0) + 1;
  }
  return entries.join();
}

const manyKinds = (): string => Array.from({ length: 2000 }, (_, i) => `{"k${i}":0}`).join();

describe('the memory that parsing takes', () => {
  test.each([
    ['numbers', () => filled('0')],
    ['empty lists', () => filled('[]')],
    ['empty objects', () => filled('{}')],
    ['lists of one', () => filled('[0]')],
    ['objects of one', () => filled('{"a":0}')],
    ['short strings', () => filled('"abc"')],
    ['different keys', () => `{${differentKeys((key) => `"${key}":0`)}}`],
    ['objects with different keys', () => `[${differentKeys((key) => `{"${key}":0}`)}]`],
    ['objects of one kind after many kinds', () => `[${manyKinds()},${filled('{"a":0}')}]`],
  ])('is too much in a document of nothing but %s', (_, text) => {
    expect(memoryOf(text())).toBeGreaterThan(most);
  });

  test('is not too much in a document that detection has written', () => {
    const { objects, tracks } = trackedCrowd(1000, 738 / 16);
    const document = Object.keys(objects).map((id) => [id, { ...objects[id], track: tracks[id] }]);
    expect(memoryOf(JSON.stringify(Object.fromEntries(document)))).toBeLessThan(most);
  });

  test('is not too much in one of overlays that differ in what they have', () => {
    const id = '0198a1f2-7c3e-7b54-9d1a-3f6e2c8b5a70';
    const config = { text: 'Harbour at dusk' };
    const overlays = [
      { id, name: 'Harbour at dusk', position: { x: 0.512345, y: 0.123456 } },
      { name: 'Harbour at dawn', id, plugin: { type: 'core:text', config } },
    ];
    expect(memoryOf(filled(overlays.map((overlay) => JSON.stringify(overlay)).join()))).toBeLessThan(most);
  });

  test('is not too much in one of tracked surfaces', () => {
    const keyframe = {
      frame: 12345,
      time: 411.533333,
      corners: Array.from({ length: 4 }, () => ({ x: 0.123456, y: 0.234567 })),
    };
    expect(memoryOf(filled(JSON.stringify(keyframe)))).toBeLessThan(most);
  });
});

test('what takes too much memory is not parsed', () => {
  expect(parseJson('[[],[]]', { memory: 1000 })).toEqual([[], []]);
  expect(() => parseJson('[[],[]', { memory: 10 })).toThrow(
    expect.objectContaining({
      code: 'INVALID_PARAMETER',
      details: { min: 0, max: 10, provided: expect.any(Number) },
    }),
  );
});

test.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[[1],{}]}', 3],
  ['"[[["', 0],
  ['{"\\"[":"\\\\"}', 1],
  ['[[', 2],
  [']]]', 0],
  ['"\\', 0],
])('the depth of %s is %d', (text, depth) => {
  expect(measured(text).depth).toBe(depth);
});

test('keys cost nothing where the object before had the same ones', () => {
  const of = (...keys: string[]) => memoryOf(`[${keys.map((key) => `{"${key}":0}`).join()}]`);
  expect(of('a', 'a', 'a')).toBeLessThan(of('a', 'b', 'a'));
  expect(of('a', 'a', 'a')).toBeLessThan(of('a', 'a', 'b'));
  expect(of('a', 'a', 'b')).toBe(of('a', 'a', 'aa'.slice(1)) + (of('x', 'b') - of('x', 'x')));
});
