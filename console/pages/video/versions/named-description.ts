import { objectName, type VideoDocument } from '../video-data.ts';

/** How the service begins what it says of an object. */
const ABOUT_OBJECT = /^(Surface|Object) (\S+)(?= )/;

/** What a version changed, with the name of the object in place of its id, where the document still has the object. */
export const namedDescription = (description: string, objects: VideoDocument['objects']): string =>
  description.replace(ABOUT_OBJECT, (words, kind: string, id: string) => {
    const object = Object.hasOwn(objects, id) ? objects[id] : undefined;
    return object === undefined ? words : `${kind} “${objectName(object)}”`;
  });
