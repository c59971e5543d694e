import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { metadataDocument } from '../../../../../shared/contract/schemas/metadata.ts';
import { changesBetween } from '../../../../../shared/domain/json/changes-between.ts';
import type { JsonObject } from '../../../../../shared/domain/json/json.ts';
import type { Section } from './sections.ts';

/** The fault of a text, and where: offsets in UTF-16 code units, as CodeMirror counts. */
export interface Fault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** More would not be read. */
const MOST_FAULTS = 100;

const SYNTAX = { disallowComments: true, allowTrailingComma: false };

/**
 * What the service would refuse in the text of a section: what is not JSON, what the contract's schemas do not allow, and
 * changes of members that are read-only.
 *
 * @param document the version that is edited
 */
export function checkText(section: Section, text: string, document: JsonObject): Fault[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, SYNTAX);
  if (errors.length > 0) return errors.slice(0, MOST_FAULTS).map(asFault);
  if (tree === undefined) return [{ from: 0, to: text.length, message: 'There is no JSON here' }];

  let edited: JsonObject;
  try {
    edited = section.write(document, JSON.parse(text));
  } catch (error) {
    return [{ from: 0, to: 1, message: error instanceof Error ? error.message : String(error) }];
  }
  return [...schemaFaults(edited), ...readOnlyFaults(document, edited)]
    .filter(({ path }) => section.member === null || path[0] === section.member)
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => {
      const within = section.member === null ? path : path.slice(1);
      return { ...rangeOf(tree, within), message };
    });
}

interface DocumentFault {
  /** Member names and, in lists, indices. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Tracks are not checked: they are read-only, and most of a large document. */
const editable = metadataDocument.extend({
  objects: z.record(
    z.string(),
    metadataDocument.shape.objects.valueType.extend({ track: z.unknown().optional() }),
  ),
});

function schemaFaults(document: JsonObject): DocumentFault[] {
  const { error } = editable.safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.filter((name) => typeof name !== 'symbol'),
    message,
  }));
}

/** Of an object only these may be changed. */
const ANNOTATIONS = new Set(['userLabel', 'customData']);

function readOnlyFaults(before: JsonObject, after: JsonObject): DocumentFault[] {
  return changesBetween(before, after).flatMap(({ path, kind }) => {
    const [name, , member] = path;
    if (name === 'schemaVersion' || name === 'videoDetails')
      return [{ path, message: 'This cannot be changed' }];
    if (name !== 'objects' || path.length < 2) return [];
    if (member === undefined) return kind === 'added' ? [{ path, message: 'There is no such object' }] : [];
    return ANNOTATIONS.has(member) ? [] : [{ path, message: 'This cannot be changed' }];
  });
}

/** The place that a path leads to, or the nearest around it that is in the text: its name, or else its value. */
function rangeOf(tree: Node, path: DocumentFault['path']): Omit<Fault, 'message'> {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, [...path.slice(0, length)]);
    if (node === undefined) continue;
    const named = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    const { offset, length: width } = named ?? node;
    return { from: offset, to: offset + width };
  }
  return { from: tree.offset, to: tree.offset + 1 };
}

/** `CommaExpected` as "Comma expected". */
function asFault({ error, offset, length }: ParseError): Fault {
  const words = printParseErrorCode(error).replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { from: offset, to: offset + length, message: words };
}
