import type { CORE_CONFIGS } from '../../contract/schemas/core-overlays.ts';
import type { StoredObject } from '../../contract/schemas/metadata.ts';

/** Characters of a name that a sentence shows. */
const NAME_LENGTH = 60;

/** An overlay as documents and clients have it. */
interface NamedOverlay {
  readonly id: string;
  readonly name?: string | undefined;
  readonly plugin?: { readonly type: string; readonly config: Readonly<Record<string, unknown>> } | undefined;
}

/** The types that are made in the console, as people call them. */
export const CORE_TYPE_NAMES = {
  'core:text': 'Text',
  'core:image': 'Image',
  'core:shape': 'Shape',
} as const satisfies Readonly<Record<keyof typeof CORE_CONFIGS, string>>;

const isCoreType = (type: string): type is keyof typeof CORE_TYPE_NAMES =>
  Object.hasOwn(CORE_TYPE_NAMES, type);

/** What people call an object: the name that they gave it, or its label. */
export const objectName = ({ userLabel, label }: Pick<StoredObject, 'userLabel' | 'label'>): string =>
  userLabel || label;

/** What people call an overlay: its name, the text that it shows, or its type. */
export function overlayName({ id, name, plugin }: NamedOverlay): string {
  if (name) return name;
  if (plugin === undefined) return id;
  const { type, config } = plugin;
  if (!isCoreType(type)) return type || id;
  const text = type === 'core:text' && typeof config.text === 'string' ? config.text : '';
  return shortened(text.trim()) || CORE_TYPE_NAMES[type];
}

/** No longer than a sentence has room for. */
function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= NAME_LENGTH ? name : `${letters.slice(0, NAME_LENGTH - 1).join('')}…`;
}

/** Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9), which would turn the rest of a sentence around. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name within a sentence. */
export const quoted = (name: string): string => `“${shortened(name.replaceAll(DIRECTIONS, ''))}”`;
