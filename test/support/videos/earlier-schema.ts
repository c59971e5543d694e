import { MIGRATIONS, type Migration } from '../../../shared/domain/document/migrations.ts';
import type { JsonObject } from '../../../shared/domain/json/json.ts';

type Entry = JsonObject & { overlays?: Entry[] };

/** A schema that never was: objects had a `class`, overlays were `at` a pair, and the `author` lay at the top. */
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

/** From now on the service, in this process, can read documents of the schema 0.9. */
export const provideEarlierSchema = (): void => {
  (MIGRATIONS as Migration[]).push(fromEarlier);
};
