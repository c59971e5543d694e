import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/contract/errors.ts';
import { type JsonPatchOperation, jsonPatch } from '../../../shared/contract/schemas/json-patch.ts';
import { applyOperations, readOperations } from '../../../shared/domain/json/json-patch.ts';
import { deepFreeze } from '../document/documents.ts';

const apply = (document: unknown, patch: unknown): unknown => {
  const operations = readOperations(jsonPatch.parse(deepFreeze(patch)), ['changes']);
  return applyOperations(deepFreeze(document), operations, ['changes']);
};

const refusal = (code: string, field: string) => expect.objectContaining({ code, field });

/** RFC 6902, appendix A, in its order. */
const EXAMPLES: [name: string, document: unknown, patch: unknown, result: unknown][] = [
  [
    'A.1 adding an object member',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux' }],
    { baz: 'qux', foo: 'bar' },
  ],
  [
    'A.2 adding an array element',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  [
    'A.3 removing an object member',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'remove', path: '/baz' }],
    { foo: 'bar' },
  ],
  [
    'A.4 removing an array element',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  [
    'A.5 replacing a value',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6 moving a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moving an array element',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 testing a value: success',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [
    'A.10 adding a nested member object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.11 ignoring unrecognized elements',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
    { foo: 'bar', baz: 'qux' },
  ],
  [
    'A.14 escape ordering',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: 10 }],
    { '/': 9, '~1': 10 },
  ],
  [
    'A.16 adding an array value',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
];

describe('RFC 6902, appendix A', () => {
  test.each(EXAMPLES)('%s', (_, document, patch, result) => {
    expect(apply(document, patch)).toEqual(result);
  });

  test.each<[string, unknown, unknown]>([
    ['A.9 testing a value: error', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
    ['A.15 comparing strings and numbers', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  ])('%s', (_, document, patch) => {
    expect(() => apply(document, patch)).toThrow(refusal('VERSION_CONFLICT', 'changes.0'));
  });

  test('A.12 adding to a nonexistent target', () => {
    expect(() => apply({ foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }])).toThrow(
      refusal('INVALID_PARAMETER', 'changes.0.path'),
    );
  });

  test('A.13 invalid JSON Patch document: the last of two members counts, whose target is not there', () => {
    const patch = JSON.parse('[{"op":"add","path":"/baz","value":"qux","op":"remove"}]');
    expect(() => apply({ foo: 'bar' }, patch)).toThrow(refusal('INVALID_PARAMETER', 'changes.0.path'));
  });
});

describe('operations', () => {
  test.each<[unknown, unknown, unknown]>([
    [{ a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
    [{ a: 1 }, [{ op: 'add', path: '', value: null }], null],
    [{ a: { b: 1 } }, [{ op: 'copy', from: '', path: '/a/c' }], { a: { b: 1, c: { a: { b: 1 } } } }],
    [{ a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    [{ a: [] }, [{ op: 'add', path: '/a/0', value: 1 }], { a: [1] }],
    [{ '': 1, 'a/b': 2 }, [{ op: 'remove', path: '/' }], { 'a/b': 2 }],
    [{ a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    [{ a: { x: 1, y: 2 } }, [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }], { a: { x: 1, y: 2 } }],
    [{ a: 1 }, [], { a: 1 }],
  ])('%j with %j gives %j', (document, patch, result) => {
    expect(apply(document, patch)).toEqual(result);
  });

  test('a copy and its origin change apart from each other', () => {
    const patch = [
      { op: 'add', path: '/a/x', value: 1 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/a/y', value: 2 },
      { op: 'add', path: '/b/z', value: 3 },
    ];
    expect(apply({ a: {} }, patch)).toEqual({ a: { x: 1, y: 2 }, b: { x: 1, z: 3 } });
  });

  test('what a patch does not reach is shared with the document', () => {
    const document = { a: { deep: [1, 2] }, b: { deep: [1, 2] } };
    const result = apply(document, [{ op: 'add', path: '/a/deep/-', value: 3 }]) as typeof document;
    expect(result.b).toBe(document.b);
  });

  test.each<[string, object, string]>([
    ['a member that is not there', { op: 'remove', path: '/x' }, 'path'],
    ['a member of a scalar', { op: 'add', path: '/s/x', value: 1 }, 'path'],
    ['what objects inherit', { op: 'replace', path: '/toString', value: 1 }, 'path'],
    ['the length of a list', { op: 'replace', path: '/l/length', value: 0 }, 'path'],
    ['an index beyond the end', { op: 'add', path: '/l/3', value: 1 }, 'path'],
    ['an index at the end to replace', { op: 'replace', path: '/l/2', value: 1 }, 'path'],
    ['"-" to remove', { op: 'remove', path: '/l/-' }, 'path'],
    ['an index with a leading zero', { op: 'remove', path: '/l/01' }, 'path'],
    ['a negative index', { op: 'remove', path: '/l/-1' }, 'path'],
    ['an index in hexadecimal', { op: 'remove', path: '/l/0x1' }, 'path'],
    ['an empty index', { op: 'remove', path: '/l/' }, 'path'],
    ['the whole document to remove', { op: 'remove', path: '' }, 'path'],
    ['no JSON Pointer', { op: 'remove', path: 'a' }, 'path'],
    ['a lone "~"', { op: 'remove', path: '/a~' }, 'path'],
    ['an unknown escape', { op: 'remove', path: '/a~2' }, 'path'],
    ['a place inside the moved value', { op: 'move', from: '/o', path: '/o/x' }, 'path'],
    ['the whole document to move', { op: 'move', from: '', path: '/x' }, 'path'],
    ['nothing to move', { op: 'move', from: '/x', path: '/y' }, 'from'],
    ['nothing to move where it is', { op: 'move', from: '/x', path: '/x' }, 'from'],
    ['nothing to copy', { op: 'copy', from: '/l/2', path: '/y' }, 'from'],
  ])('%s is refused naming the pointer', (_, operation, member) => {
    const document = { s: 'text', l: [1, 2], o: {} };
    expect(() => apply(document, [{ op: 'test', path: '/s', value: 'text' }, operation])).toThrow(
      refusal('INVALID_PARAMETER', `changes.1.${member}`),
    );
  });

  test('__proto__ is no name in any pointer', () => {
    const name = '__proto__';
    for (const operation of [
      { op: 'add', path: `/${name}`, value: { polluted: true } },
      { op: 'add', path: `/${name}/polluted`, value: true },
      { op: 'test', path: `/a/${name}`, value: 1 },
      { op: 'copy', from: '/a', path: `/a/${name}` },
    ]) {
      expect(() => apply({ a: {} }, [operation])).toThrow(refusal('INVALID_PARAMETER', 'changes.0.path'));
    }
    expect(() => apply({ a: {} }, [{ op: 'move', from: `/${name}`, path: '/b' }])).toThrow(
      refusal('INVALID_PARAMETER', 'changes.0.from'),
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(['constructor', 'prototype', 'toString'])('%s is a member like others', (name) => {
    const added = apply({ a: {} }, [
      { op: 'add', path: `/a/${name}`, value: { prototype: { polluted: 1 } } },
    ]);
    expect(added).toEqual({ a: { [name]: { prototype: { polluted: 1 } } } });
    expect(apply(added, [{ op: 'remove', path: `/a/${name}` }])).toEqual({ a: {} });
    for (const path of [`/a/${name}/prototype`, `/a/${name}/polluted`]) {
      const operation = { op: 'add', path, value: 1 };
      expect(() => apply({ a: {} }, [operation])).toThrow(refusal('INVALID_PARAMETER', 'changes.0.path'));
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('growth', () => {
  test('doubling by copy ends with an error, not with the memory', () => {
    const patch = Array.from({ length: 500 }, () => ({ op: 'copy', from: '/l', path: '/l/-' }));
    expect(() => apply({ l: ['x'.repeat(1000)] }, patch)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMETER',
        details: { min: 0, max: 16 * 1024 * 1024, provided: expect.any(Number) },
      }),
    );
  });

  test('copying into itself ends where documents may not be deeper', () => {
    const path = (depth: number) => '/o'.repeat(depth);
    const patch = Array.from({ length: 100 }, (_, i) => ({ op: 'copy', from: '/o', path: path(i + 2) }));
    expect(() => apply({ o: {} }, patch)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', details: { min: 0, max: 64, provided: 68 } }),
    );
  });

  test('500 changes of a list of 100,000 copy it once', () => {
    const document = { l: Array.from({ length: 100_000 }, (_, i) => i) };
    const patch = Array.from({ length: 500 }, (_, i) => ({ op: 'replace', path: `/l/${i}`, value: -1 }));
    const copies = { count: 0 };
    const counted = new Proxy(document.l, {
      get: (list, name) => {
        if (name === Symbol.iterator) copies.count++;
        return Reflect.get(list, name);
      },
    });
    const operations = readOperations(jsonPatch.parse(patch), []);
    const { l } = applyOperations({ l: counted }, operations, []) as typeof document;
    expect(l.filter((value) => value === -1)).toHaveLength(500);
    expect(copies.count).toBe(1);
  });
});

describe('any patch', () => {
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, 0, 1, 'x', true),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '0', '~', '/'), tie('json'), { maxKeys: 3 }),
    ),
  }));
  const pointer = fc
    .array(fc.constantFrom('a', 'b', '0', '1', '2', '-', '~0', '~1'), { maxLength: 3 })
    .map((tokens) => tokens.map((token) => `/${token}`).join(''));
  const operation: fc.Arbitrary<JsonPatchOperation> = fc.oneof(
    fc.record({
      op: fc.constantFrom('add' as const, 'replace' as const, 'test' as const),
      path: pointer,
      value: json,
    }),
    fc.record({ op: fc.constant('remove' as const), path: pointer }),
    fc.record({ op: fc.constantFrom('move' as const, 'copy' as const), from: pointer, path: pointer }),
  );

  test('does what a plain reading of the RFC does, or is refused where that is', () => {
    let applied = 0;
    fc.assert(
      fc.property(json, fc.array(operation, { maxLength: 4 }), (document, patch) => {
        let expected: unknown;
        try {
          expected = plainly(structuredClone(document), structuredClone(patch));
        } catch {
          expect(() => apply(document, patch)).toThrow(ApiError);
          return;
        }
        applied++;
        expect(apply(document, patch)).toEqual(expected);
      }),
      { numRuns: 5000 },
    );
    expect(applied).toBeGreaterThan(500);
  });
});

/** RFC 6902 on a value that may be modified, as plainly as can be. */
function plainly(document: unknown, patch: JsonPatchOperation[]): unknown {
  const box: { root: unknown } = { root: document };
  const tokensOf = (path: string) => [
    'root',
    ...path
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  ];
  const place = (path: string) => {
    const tokens = tokensOf(path);
    const last = tokens.pop() ?? '';
    const parent = tokens.reduce<unknown>((value, token) => own(value, token), box);
    if (typeof parent !== 'object' || parent === null) throw new Error('scalar');
    return { parent: parent as Record<string, unknown> | unknown[], last };
  };
  const get = (path: string) => tokensOf(path).reduce<unknown>((value, token) => own(value, token), box);
  const add = (path: string, value: unknown) => {
    const { parent, last } = place(path);
    if (!Array.isArray(parent)) parent[last] = value;
    else {
      const index = last === '-' ? parent.length : Number(last);
      if (!(index >= 0 && index <= parent.length)) throw new Error('index');
      parent.splice(index, 0, value);
    }
  };
  const remove = (path: string) => {
    if (path === '') throw new Error('root');
    const value = get(path);
    const { parent, last } = place(path);
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
    return value;
  };
  for (const operation of patch) {
    const { path } = operation;
    if (operation.op === 'add') add(path, operation.value);
    else if (operation.op === 'remove') remove(path);
    else if (operation.op === 'replace') {
      get(path);
      const { parent, last } = place(path);
      Reflect.set(parent, last, operation.value);
    } else if (operation.op === 'move') {
      if (path.startsWith(`${operation.from}/`)) throw new Error('into itself');
      if (path === operation.from) get(path);
      else add(path, remove(operation.from));
    } else if (operation.op === 'copy') add(path, structuredClone(get(operation.from)));
    else if ('value' in operation) expect(get(path)).toEqual(operation.value);
  }
  return box.root;
}

function own(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) throw new Error('nowhere');
  return Reflect.get(value, token);
}
