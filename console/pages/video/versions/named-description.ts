import { overlayName } from '../overlays/overlay-config.ts';
import { objectName, type VideoDocument } from '../video-data.ts';

/** How the service begins what it says of an object. */
const ABOUT_OBJECT = /^(Surface|Object) (\S+)(?= )/;
/** What it says of one overlay; one without a name is called by its id. */
const ABOUT_OVERLAY = /(?<=(?:^|: |; )overlay “)[^”]+(?=” )/g;

/**
 * What a version changed, with the names of the object and of overlays in place of their ids, where the document still has
 * them.
 */
export function namedDescription(
  description: string,
  { objects, layers }: Pick<VideoDocument, 'objects' | 'layers'>,
): string {
  return description
    .replace(ABOUT_OBJECT, (words, kind: string, id: string) => {
      const object = Object.hasOwn(objects, id) ? objects[id] : undefined;
      return object === undefined ? words : `${kind} “${objectName(object)}”`;
    })
    .replace(ABOUT_OVERLAY, (id) => {
      const overlay = layers.flatMap(({ overlays }) => overlays).find((entry) => entry.id === id);
      return overlay === undefined ? id : overlayName(overlay);
    });
}
