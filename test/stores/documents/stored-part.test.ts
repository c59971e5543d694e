import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Layer } from '../../../shared/contract/schemas/metadata.ts';
import { measureJson, parsedMemory } from '../../../shared/domain/json/measure-json.ts';
import { BlockIndex } from '../../../shared/stores/documents/block-index.ts';
import { sectionOfLines } from '../../../shared/stores/documents/entry-sections.ts';
import { packPart } from '../../../shared/stores/documents/pack-part.ts';
import { recentIndex } from '../../../shared/stores/documents/recent-indexes.ts';
import { type PartReference, storedPartFiles } from '../../../shared/stores/documents/stored-part.ts';
import type { MediaFiles } from '../../../shared/stores/files/media-files.ts';

/** The bucket as far as parts use it. */
function memoryFiles() {
  const objects = new Map<string, Uint8Array>();
  let reads = 0;
  const files: Pick<MediaFiles, 'get' | 'range' | 'stream'> = {
    get: async (key) => objects.get(key) ?? null,
    range: async (key, start, end) => {
      reads++;
      return objects.get(key)?.subarray(start, end) ?? null;
    },
    stream: async (key) => {
      const bytes = objects.get(key);
      return bytes === undefined
        ? null
        : (async function* () {
            yield bytes;
          })();
    },
  };
  return { objects, files: files as MediaFiles, reads: () => reads };
}

/** A part of some versions one after the other, each with the bytes that it stored. */
function versionsOf(name: string) {
  const bucket = memoryFiles();
  const stored = storedPartFiles(bucket.files);
  let reference: PartReference | undefined;
  let version = 0;
  const keep = ({ reference: made, blob }: Awaited<ReturnType<typeof stored.prepare>>): number => {
    if (blob !== null) {
      expect(bucket.objects.has(blob.key)).toBe(false);
      bucket.objects.set(blob.key, blob.bytes);
    }
    reference = made;
    return blob?.bytes.length ?? 0;
  };
  const newest = (): PartReference => {
    if (reference === undefined) throw new Error('There is no version');
    return reference;
  };
  const index = async (): Promise<BlockIndex> => {
    const { index: stored, key = '' } = newest() as Extract<PartReference, { index: unknown }>;
    const { objects } = bucket;
    return BlockIndex.decode(
      stored instanceof Uint8Array
        ? stored
        : (objects.get(key)?.subarray(stored.at, stored.at + stored.bytes) ?? new Uint8Array()),
      key,
    );
  };
  return {
    ...bucket,
    write: async (value: unknown) =>
      keep(await stored.prepare(name, `w-${++version}`, (known) => packPart(name, value, known), reference)),
    replace: async (lines: Parameters<typeof stored.prepareLines>[3]) =>
      keep(await stored.prepareLines(name, `w-${++version}`, newest(), lines)),
    read: async () => JSON.parse((await stored.text(newest())).toString('utf8')) as unknown,
    streamed: async () => {
      const bytes = await buffer(Readable.from(await stored.stream(newest())));
      return JSON.parse(bytes.toString('utf8')) as unknown;
    },
    find: async (addresses: Parameters<typeof stored.find>[2]) => {
      const found = await stored.find(name, newest(), addresses);
      return found && sectionOfLines(name, found);
    },
    newest,
    index,
    blocks: async () => (await index()).blocks.length,
    memory: () => parsedMemory([newest().weight ?? { values: 0, containers: 0, kinds: 0 }]),
  };
}

/** Text that compresses to about half of its length. */
const noise = (seed: number, length: number): string =>
  createHash('shake256', { outputLength: Math.ceil(length / 2) })
    .update(`${seed}`)
    .digest('hex')
    .slice(0, length);

const variable = (index: number, value: unknown = noise(index, 180)) => ({ id: `v${index}`, value });
const variables = (count: number) => Array.from({ length: count }, (_, index) => variable(index));
const overlay = (layer: number, index: number) => ({
  id: `o${index}`,
  name: noise(layer * 7919 + index, 150),
});
const layers = (sizes: readonly number[]): Layer[] =>
  sizes.map((size, layer) => ({
    id: `l${layer}`,
    name: `Layer ${layer}`,
    overlays: Array.from({ length: size }, (_, index) => overlay(layer, index)),
  }));
const byId = (count: number) => Object.fromEntries(variables(count).map((entry) => [entry.id, entry]));

const KIB = 1024;

describe('a part', () => {
  test.each<[string, string, unknown]>([
    ['a list', 'variables', variables(2000)],
    ['an empty list', 'rules', []],
    ['layers', 'layers', layers([3, 0, 900, 1])],
    ['no layers', 'layers', []],
    ['objects', 'objects', byId(1000)],
    ['no objects', 'objects', {}],
    ['members', 'extra', { ...byId(700), long: noise(1, 300 * KIB), list: [[], {}], none: null, '{': ',' }],
    ['a value', 'videoDetails', { width: 10 }],
  ])('of %s is read as it was written', async (_, name, value) => {
    const part = versionsOf(name);
    await part.write(value);
    expect(await part.read()).toEqual(value);
    expect(await part.streamed()).toEqual(value);
  });

  test('that is written again unchanged stores nothing', async () => {
    const part = versionsOf('variables');
    await part.write(variables(3000));
    const before = part.newest();
    expect(await part.write(variables(3000))).toBe(0);
    expect(part.newest()).toBe(before);
  });

  const inserted = variables(5000).toSpliced(2500, 0, variable(-1));
  const edits: [string, unknown][] = [
    ['an entry changes', variables(5000).with(2500, variable(2500, 'other'))],
    ['an entry is inserted', inserted],
    ['an entry is appended', [...variables(5000), variable(5000)]],
    ['an entry is removed', variables(5000).toSpliced(10, 1)],
    ['an entry moves to the end', [...variables(5000).toSpliced(10, 1), variable(10)]],
  ];
  test.each(edits)('stores the blocks around what changes where %s', async (_, after) => {
    const part = versionsOf('variables');
    const first = await part.write(variables(5000));
    expect(first).toBeGreaterThan(400 * KIB);
    const written = await part.write(after);
    expect(await part.read()).toEqual(after);
    expect(written).toBeLessThan(128 * KIB);
  });

  test('stores a part of a long value where it changes inside', async () => {
    const long = noise(3, 2000 * KIB);
    const part = versionsOf('extra');
    await part.write({ long, other: 1 });
    const changed = `${long.slice(0, 900 * KIB)}!${long.slice(900 * KIB)}`;
    expect(await part.write({ long: changed, other: 1 })).toBeLessThan(96 * KIB);
    expect(await part.read()).toEqual({ long: changed, other: 1 });
  });

  test('stays in few objects, however often it changes, each change storing little', async () => {
    const part = versionsOf('variables');
    let now = variables(2000);
    await part.write(now);
    let written = 0;
    const edits = 150;
    for (let edit = 0; edit < edits; edit++) {
      const at = (edit * 389) % now.length;
      now = now.with(at, variable(at, `edit ${edit}`));
      written += await part.replace([[[`v${at}`], JSON.stringify(now[at])]]);
    }
    expect(await part.read()).toEqual(now);
    expect(written / edits).toBeLessThan(48 * KIB);
    expect(new Set((await part.index()).blocks.map((block) => block.key)).size).toBeLessThanOrEqual(33);
    const before = part.reads();
    await part.streamed();
    expect(part.reads() - before).toBeLessThan(300);
  });

  test('that was written in many large pieces is not written again by small edits', async () => {
    const part = versionsOf('extra');
    let now: Record<string, string> = {};
    for (let piece = 0; piece < 36; piece++) {
      now = { ...now, [`m${piece}`]: noise(piece, 180 * KIB) };
      await part.write(now);
    }
    let written = 0;
    for (let edit = 0; edit < 10; edit++) {
      now = { ...now, note: `edit ${edit}` };
      const bytes = await part.write(now);
      expect(bytes).toBeLessThan(640 * KIB);
      written += bytes;
    }
    expect(written / 10).toBeLessThan(96 * KIB);
    expect(await part.read()).toEqual(now);
  });

  test('whose entries grew and shrank again is in blocks of the usual size', async () => {
    const part = versionsOf('variables');
    const all = variables(3000);
    await part.write(all);
    const before = await part.blocks();
    for (let at = 0; at < 3000; at += 40) {
      await part.replace([[[`v${at}`], JSON.stringify(variable(at, noise(at, 66 * KIB)))]]);
      await part.replace([[[`v${at}`], JSON.stringify(all[at])]]);
    }
    expect(await part.read()).toEqual(all);
    expect(await part.blocks()).toBeLessThan(2 * before);
  });

  test('of which an object has lost its end is an error, not a shorter part', async () => {
    const part = versionsOf('variables');
    await part.write(variables(3000));
    const [[key, bytes] = ['', new Uint8Array()]] = part.objects;
    for (const length of [bytes.length - 1, bytes.length / 2, 0]) {
      part.objects.set(key, bytes.subarray(0, length));
      // As in another process, which has not kept the index of what it wrote.
      for (let i = 0; i < 8; i++) await recentIndex(`other ${i}`, async () => new BlockIndex([]));
      const reader = storedPartFiles(part.files);
      await expect(reader.text(part.newest())).rejects.toThrow('is missing');
      await expect(
        (async () => buffer(Readable.from(await reader.stream(part.newest()))))(),
      ).rejects.toThrow();
    }
  });
});

describe('entries of a part', () => {
  test('are found by id and by position, with few reads', async () => {
    const part = versionsOf('variables');
    await part.write(variables(5000));
    const before = part.reads();
    expect(await part.find([['v4711'], [17], ['v17']])).toEqual([variable(17), variable(4711)]);
    expect(part.reads() - before).toBeLessThan(8);
    expect(await part.find([['nowhere']])).toBeNull();
    expect(await part.find([[5000]])).toBeNull();
  });

  test('are found in the layer that is named, although other layers have their ids', async () => {
    const part = versionsOf('layers');
    await part.write(layers([400, 0, 500, 300]));
    expect(await part.find([['l2'], ['l2', 'o250'], [3], [3, 250], ['l1']])).toEqual([
      { id: 'l1', name: 'Layer 1', overlays: [] },
      { id: 'l2', name: 'Layer 2', overlays: [overlay(2, 250)] },
      { id: 'l3', name: 'Layer 3', overlays: [overlay(3, 250)] },
    ]);
    expect(await part.find([['l1', 'o0']])).toBeNull();
    expect(await part.find([[1, 0]])).toBeNull();
    expect(await part.find([['l3', 'o300']])).toBeNull();
    expect(await part.find([[4]])).toBeNull();
  });

  test('of a small part are read with all others', async () => {
    const part = versionsOf('variables');
    await part.write(variables(10));
    expect(await part.find([['v1']])).toBeNull();
  });
});

describe('whatever is done to a part', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.integer().map((seed) => noise(seed, 3000)),
    fc.integer().map((seed) => noise(seed, 70_000)),
    fc.constantFrom('[', ']}', ',', '"id":"v1"', '"overlays":['),
  );
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), value }),
      fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), value }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), value }),
    ),
    { maxLength: 12 },
  );

  test('by lines or as a whole, it is read as its versions say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 900 }), steps, async (count, all) => {
        const part = versionsOf('rules');
        let now: { id: string; value: unknown }[] = variables(count);
        await part.write(now);
        for (const [step, { kind, at, value: given }] of all.entries()) {
          const place = now.length === 0 ? 0 : at % now.length;
          const { id } = now[place] ?? { id: '' };
          if (kind === 'replace' && id !== '') {
            now = now.with(place, { id, value: given });
            if ((await part.find([[id]])) === null) await part.write(now);
            else await part.replace([[[id], JSON.stringify(now[place])]]);
            expect((await part.find([[place]])) ?? [now[place]]).toEqual([now[place]]);
          } else {
            const entry = { id: `"${step}`, value: given };
            now = kind === 'insert' ? now.toSpliced(place, 0, entry) : now.toSpliced(place, 1);
            await part.write(now);
          }
          expect(await part.read()).toEqual(now);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the memory that a part takes once it is parsed', () => {
  const emptyObjects = (count: number) => Array.from({ length: count }, () => ({}));
  const manyKinds = (count: number) => Array.from({ length: count }, (_, kind) => ({ [`k${kind}`]: 0 }));
  const memoryOf = (value: unknown): number =>
    parsedMemory([measureJson(Buffer.from(JSON.stringify(value)))]);

  test.each<[string, string, readonly unknown[]]>([
    ['written at once', 'variables', [[variable(0, emptyObjects(100_000))]]],
    [
      'whose long entry goes on after the same beginning',
      'extra',
      [{ long: emptyObjects(30_000) }, { long: emptyObjects(100_000) }],
    ],
    [
      'with equal blocks',
      'variables',
      [Array.from({ length: 4000 }, (_, index) => variable(index % 500, emptyObjects(40)))],
    ],
    [
      'whose blocks are stored already',
      'variables',
      [variables(3000), [...variables(3000), variable(3000, emptyObjects(20_000))]],
    ],
    [
      'of objects of many kinds, each few in a block',
      'variables',
      [manyKinds(3000).map((kind, index) => variable(index, [kind, emptyObjects(30)]))],
    ],
  ])('is known of one %s', async (_, name, versions) => {
    const part = versionsOf(name);
    for (const value of versions) await part.write(value);
    expect(part.memory() / memoryOf(versions.at(-1))).toBeGreaterThan(0.99);
    expect(part.memory() / memoryOf(versions.at(-1))).toBeLessThan(1.25);
  });

  test('follows the entries that are replaced', async () => {
    const part = versionsOf('variables');
    await part.write(variables(3000));
    const heavy = variable(1500, emptyObjects(100_000));
    await part.replace([[['v1500'], JSON.stringify(heavy)]]);
    expect(part.memory()).toBeGreaterThan(memoryOf([heavy]));
    await part.replace([[['v1500'], JSON.stringify(variable(1500))]]);
    expect(part.memory() / memoryOf(variables(3000))).toBeLessThan(1.25);
  });
});
