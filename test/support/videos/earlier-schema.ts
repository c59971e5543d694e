import { MIGRATIONS, type Migration } from '../../../shared/domain/document/migrations.ts';
import type { JsonObject } from '../../../shared/domain/json/json.ts';

type Entry = JsonObject & { overlays?: Entry[] };

/** An invented earlier schema: objects have a `class`, overlays are `at` a pair, the `author` is at the top level. */
const fromEarlier: Migration = {
  from: '0.9',
  to: '1.0',
  apply({ author, ...document }) {
    const objects = Object.entries(document.objects as Record<string, JsonObject>);
    return {
      ...document,
      objects: Object.fromEntries(
        objects.map(([id, { class: label, ...object }]) => [id, { ...object, label }]),
      ),
      layers: (document.layers as Entry[]).map((layer) => ({
        ...layer,
        overlays: layer.overlays?.map(({ at, ...overlay }) => {
          const [x, y] = at as [number, number];
          return { ...overlay, position: { x, y } };
        }),
      })),
      variables: [...(document.variables as Entry[]), { id: 'author', value: author }],
    };
  },
};

/** Lets the service in this process read documents of schema 0.9 from now on. */
export const provideEarlierSchema = (): void => {
  (MIGRATIONS as Migration[]).push(fromEarlier);
};
