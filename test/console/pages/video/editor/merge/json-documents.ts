import fc from 'fast-check';
import type { JsonObject } from '../../../../../../shared/domain/json/json.ts';

/** Few names and ids, so that two documents often have the same ones; those of `Object.prototype` are among them. */
const names = fc.constantFrom('id', 'a', 'b', '~/', '_t', 'toString');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, 0, 1, 'x', true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
    entries(tie('value')),
  ),
}));

/** A list of entries, whose ids are unique. */
function entries(member: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const entry = fc.record({ id: fc.constantFrom('p', 'q', 'r', 's'), n: member });
  return fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 4 });
}

/** JSON documents that have much in common. */
export const jsonDocument: fc.Arbitrary<JsonObject> = fc.record({
  objects: fc.dictionary(fc.constantFrom('o1', 'o2'), fc.dictionary(names, value, { maxKeys: 2 })),
  layers: entries(value),
  other: value,
});
