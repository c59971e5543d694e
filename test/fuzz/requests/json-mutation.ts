import fc from 'fast-check';
import { hostileJson, hostileText, raw, toJson } from './hostile.ts';

type Container = Record<PropertyKey, unknown>;
type Mutation = (container: Container, key: string) => void;

/** Every place in a value, the whole of it (in `root`) first. */
function places(container: Container): [Container, string][] {
  return Object.entries(container).flatMap(([key, value]): [Container, string][] => [
    [container, key],
    ...(typeof value === 'object' && value !== null ? places(value as Container) : []),
  ]);
}

/** Sets an own member, whatever its name. */
const put = (container: Container, key: string, value: unknown): void => {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
};

const removal: Mutation = (container, key) => {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
};

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  hostileJson.map(
    (value): Mutation =>
      (container, key) =>
        put(container, key, value),
  ),
  hostileText.map(
    (name): Mutation =>
      (container, key) => {
        if (!Array.isArray(container)) put(container, name, container[key]);
      },
  ),
  fc.constantFrom(10, 70).map(
    (depth): Mutation =>
      (container, key) => {
        const open = '['.repeat(depth);
        put(container, key, raw(`${open}${toJson(container[key] ?? null)}${']'.repeat(depth)}`));
      },
  ),
  fc.constantFrom(2, 12, 600).map(
    (times): Mutation =>
      (container, key) => {
        put(container, key, Array(times).fill(container[key]));
      },
  ),
  fc.constant(removal),
);

/** JSON texts of values with one or two changes. */
export const mutated = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), mutations), { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => {
      const root: Container = { value: structuredClone(value) };
      for (const [number, change] of changes) {
        const all = places(root);
        const [container, key] = all[number % all.length] ?? [root, 'value'];
        change(container, key);
      }
      return toJson(root.value ?? null);
    });
