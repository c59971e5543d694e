import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

/** What the program of a user does, and prints as soon as it is done. */
export const STEPS = [
  'upload',
  'read',
  'process',
  'track',
  'object',
  'surface',
  'patch',
  'change',
  'plugin',
  'export',
  'refusal',
  'delete',
] as const;

interface Exported {
  objects: Record<string, { kind: string; userLabel: string | null; customData: object }>;
  layers: object[];
  variables: object[];
}

/** What a program has set, and whether the service has stored it so, by the document that the program exported. */
const EXPECTED: Readonly<Record<string, (document: Exported) => boolean>> = {
  'the label and data of an object': ({ objects }) =>
    Object.values(objects).some(
      ({ kind, userLabel, customData }) =>
        kind === 'box' && userLabel === 'Ferry' && isDeepStrictEqual(customData, { deck: 2 }),
    ),
  'the surface': ({ objects }) =>
    Object.values(objects).some(({ kind, userLabel }) => kind === 'surface' && userLabel === 'Board'),
  'the overlay and its config': ({ layers }) =>
    isDeepStrictEqual(layers, [
      {
        id: 'titles',
        overlays: [
          {
            id: 'title',
            position: { x: 0.5, y: 0.1 },
            plugin: { type: 'core:text', config: { text: 'Harbour', size: 0.08 } },
          },
        ],
      },
    ]),
  'the changed variable': ({ variables }) => isDeepStrictEqual(variables, [{ id: 'speed', value: 3.8 }]),
};

/** What of it is not in an exported document. */
export async function missingFrom(file: string): Promise<string[]> {
  const document = JSON.parse(await readFile(file, 'utf8')) as Exported;
  return Object.entries(EXPECTED).flatMap(([name, isThere]) => (isThere(document) ? [] : [name]));
}
