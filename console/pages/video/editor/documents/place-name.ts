import { overlayName } from '../../../../../shared/domain/document/names.ts';
import { isJsonObject } from '../../../../../shared/domain/json/json.ts';
import type { Path } from '../../../../../shared/domain/json/path.ts';
import type { Overlay } from '../../overlays/layer-edits.ts';

/** One step of a path as people read it: the name that users gave to an entry, else the member or the id. */
export interface PlaceStep {
  readonly text: string;
  /** The text comes from users. */
  readonly given: boolean;
}

const NAMES = ['name', 'userLabel', 'label'] as const;

/**
 * A path in words: entries and objects by their names.
 * @param documents in which names are looked up, the first that has one
 */
export function placeName(path: Path, ...documents: readonly unknown[]): PlaceStep[] {
  let values = [...documents];
  return path.map((step) => {
    const inLists = values.some(Array.isArray);
    values = values.map((value) => memberOf(value, step));
    const name = values.map(nameOf).find((text) => text !== undefined);
    return { text: name ?? step, given: name !== undefined || inLists };
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.find((entry) => isJsonObject(entry) && entry.id === name);
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Elements that are named by their text, or by its type, where it has no name. */
const isOverlay = (value: Record<string, unknown>): value is Record<string, unknown> & Overlay =>
  isJsonObject(value.plugin) && typeof value.plugin.type === 'string' && isJsonObject(value.plugin.config);

function nameOf(value: unknown): string | undefined {
  if (!isJsonObject(value) || typeof value.id !== 'string') return undefined;
  const given = NAMES.map((name) => value[name]).find((text) => typeof text === 'string' && text !== '');
  if (typeof given === 'string') return given;
  return isOverlay(value) ? overlayName(value) : undefined;
}
