import { LIMITS } from '../../contract/limits.ts';
import { rangeWords } from '../../contract/range.ts';
import type { Identified, Layer, Overlay } from '../../contract/schemas/metadata.ts';
import { isNameable, NAME_RULE } from '../../contract/schemas/primitives.ts';
import { codePoints } from '../json/code-points.ts';
import { isJsonObject, type JsonObject, jsonDepth } from '../json/json.ts';
import { invalidAt, missingAt, type Path } from '../json/path.ts';

/** `core:<name>` or `<namespace>:<name>`. */
const PLUGIN_TYPE = /^[A-Za-z][\w-]*:\w[\w./-]*$/;

/** `customData` lies at `/objects/<id>/customData`: below three containers of the document. */
const CUSTOM_DATA_DEPTH = LIMITS.jsonDepth - 3;

/** A string of at most 255 characters, counted as the contract's schemas do. */
export function checkText(value: unknown, path: Path, min = 0): asserts value is string {
  if (typeof value !== 'string') throw invalidAt(path, 'must be a string');
  const provided = codePoints(value);
  if (provided < min || provided > LIMITS.nameLength) {
    const max = LIMITS.nameLength;
    throw invalidAt(path, rangeWords({ ...(min > 0 && { min }), max }, 'string'), { min, max, provided });
  }
}

export function checkId(value: unknown, path: Path): asserts value is string {
  checkText(value, path, 1);
}

export function checkObject(value: unknown, path: Path): asserts value is JsonObject {
  if (!isJsonObject(value)) throw invalidAt(path, 'must be an object');
}

export function checkNumber(
  value: unknown,
  path: Path,
  { min = -Number.MAX_VALUE, max = Number.MAX_VALUE }: { min?: number; max?: number } = {},
): asserts value is number {
  if (value === undefined) throw missingAt(path);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidAt(path, 'must be a number');
  if (value < min || value > max) {
    throw invalidAt(path, 'is out of range', { min, max, provided: value });
  }
}

/** An entry of `variables` or `rules`: only `id` and `name` are known. */
export function checkEntry(entry: JsonObject, path: Path): asserts entry is Identified {
  checkId(entry.id, [...path, 'id']);
  if (entry.name !== undefined) checkText(entry.name, [...path, 'name']);
}

export function checkOverlay(overlay: JsonObject, path: Path): asserts overlay is Overlay {
  checkEntry(overlay, path);
  const { position, plugin } = overlay;
  if (position !== undefined) {
    const at = [...path, 'position'];
    checkObject(position, at);
    checkNumber(position.x, [...at, 'x']);
    checkNumber(position.y, [...at, 'y']);
  }
  if (plugin !== undefined) {
    const at = [...path, 'plugin'];
    checkObject(plugin, at);
    if (plugin.type === undefined) throw missingAt([...at, 'type']);
    checkText(plugin.type, [...at, 'type']);
    if (!PLUGIN_TYPE.test(plugin.type)) throw invalidAt([...at, 'type'], 'must be namespaced: "core:name"');
    checkObject(plugin.config, [...at, 'config']);
  }
}

/** The layer without its overlays, which are checked one by one. */
export function checkLayer(layer: JsonObject, path: Path): asserts layer is Layer {
  checkEntry(layer, path);
  if (!Array.isArray(layer.overlays)) throw invalidAt([...path, 'overlays'], 'must be a list');
}

/** A name that is given to an object. Documents from outside may hold any text in its place, which stays until it is replaced. */
export function checkUserLabel(value: unknown, path: Path): asserts value is string | null {
  if (value === null) return;
  checkText(value, path, 1);
  if (!isNameable(value)) throw invalidAt(path, NAME_RULE);
}

export function checkCustomData(value: unknown, path: Path): asserts value is JsonObject {
  checkObject(value, path);
  const depth = jsonDepth(value);
  if (depth > CUSTOM_DATA_DEPTH) {
    throw invalidAt(path, 'is nested too deeply', { max: CUSTOM_DATA_DEPTH, provided: depth });
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > LIMITS.customDataBytes) {
    throw invalidAt(path, 'is too large in bytes of JSON', { max: LIMITS.customDataBytes, provided: bytes });
  }
}

type CheckEntry<Entry> = (entry: JsonObject, path: Path) => asserts entry is Entry & JsonObject;

/** @param check checks an entry; that ids are unique is checked here */
export function checkedList<Entry>(value: unknown, path: Path, check: CheckEntry<Entry>): Entry[] {
  if (!Array.isArray(value)) throw invalidAt(path, 'must be a list');
  const ids = new Set<unknown>();
  return value.map((entry: unknown, index) => {
    const at = [...path, String(index)];
    checkObject(entry, at);
    check(entry, at);
    if (ids.has(entry.id)) throw invalidAt([...at, 'id'], 'is used twice in its list');
    ids.add(entry.id);
    return entry;
  });
}

export function checkedLayers(value: unknown): Layer[] {
  const layers = checkedList<Layer>(value, ['layers'], checkLayer);
  for (const [index, { overlays }] of layers.entries()) {
    checkedList(overlays, ['layers', String(index), 'overlays'], checkOverlay);
  }
  return layers;
}
