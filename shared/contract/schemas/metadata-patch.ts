import * as z from 'zod';
import { describedAs, generatedAs } from './described-as.ts';
import { entry, layer, overlay } from './metadata.ts';
import { objectPatch } from './object.ts';

const $delete = generatedAs(z.literal(true), z.boolean()).optional();

const entryPatch = z
  .looseObject({
    id: z.string().optional().describe('known: merged; unknown: appended; none: appended under a new id'),
    $delete: $delete.describe('`true` removes the entry of this `id`'),
  })
  .meta({ id: 'EntryPatch', description: 'A part of an entry; `null` removes a member.' });

const { name, position, plugin } = overlay.shape;

const overlayPatch = entryPatch
  .extend({
    name: name.nullable(),
    position: position
      .unwrap()
      .partial()
      .meta({ id: 'PointPatch' })
      .nullish()
      .describe('fractions of the displayed frame'),
    plugin: plugin.unwrap().partial().meta({ id: 'OverlayPluginPatch' }).nullish(),
  })
  .meta({ id: 'OverlayPatch', description: 'A part of an overlay; `null` removes a member.' });

const layerPatch = entryPatch
  .extend({
    name: layer.shape.name.nullable(),
    visible: layer.shape.visible,
    overlays: z.array(overlayPatch).nullish().describe('merged by `id`; `null` removes all'),
  })
  .meta({ id: 'LayerPatch', description: 'A part of a layer; `null` removes a member.' });

const objects = z
  .record(
    z.string(),
    objectPatch
      .extend({ $delete: $delete.describe('`true` removes the object, as `null` in its place does') })
      .meta({ id: 'DocumentObjectPatch', description: 'What may be changed of a tracked object.' })
      .nullable(),
  )
  .nullish()
  .describe('by id; `null` removes all');

/** A partial document that is merged by id: any JSON object; the merge checks its members. */
export const metadataPatch = describedAs(
  z.record(z.string(), z.unknown()),
  z
    .looseObject({
      objects,
      layers: z.array(layerPatch).nullish().describe('merged by `id`; `null` removes all'),
      variables: z.array(entryPatch).nullish().describe('merged by `id`; `null` removes all'),
      rules: z.array(entryPatch).nullish().describe('merged by `id`; `null` removes all'),
    })
    .meta({ id: 'MetadataPatch', description: 'Any part of a metadata document.' }),
);

/** A partial document for a strict merge patch (RFC 7396), which replaces lists. */
export const metadataMergePatch = describedAs(
  z.record(z.string(), z.unknown()),
  z
    .looseObject({
      objects,
      layers: z.array(layer).nullish().describe('replaced as a whole'),
      variables: z.array(entry).nullish().describe('replaced as a whole'),
      rules: z.array(entry).nullish().describe('replaced as a whole'),
    })
    .meta({ id: 'MetadataMergePatch', description: 'A merge patch of a metadata document (RFC 7396).' }),
);
