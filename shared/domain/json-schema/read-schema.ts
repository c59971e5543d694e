import { LIMITS } from '../../contract/limits.ts';
import { isJsonObject, jsonDepth } from '../json/json.ts';
import { parsePointer, toPointer } from '../json/json-pointer.ts';
import { invalidAt, type Path } from '../json/path.ts';
import { type Failure, failure, type Schema, Scope } from './evaluation.ts';
import type { Place } from './keyword.ts';
import { KEYWORDS } from './keywords.ts';
import { type Pattern, readPattern } from './pattern.ts';
import type { StepBudget } from './step-budget.ts';

/** A JSON Schema that has been read and found valid. */
export interface JsonSchema {
  /**
   * Checks a value, in steps of the budget.
   * @returns the first failure; null when the value matches
   * @throws ApiError `INVALID_PARAMETER` naming `budget.at`: out of steps, or more than 500 nested applications of schemas
   */
  check(value: unknown, budget: StepBudget): Failure | null;
}

/**
 * Reads an untrusted JSON Schema of dialect 2020-12 (https://json-schema.org/draft/2020-12). References stay inside it; `$dynamicRef` and schemas with an `$id` of their own are not supported. Unknown keywords are ignored.
 *
 * @param value JSON as `parseJson` returns it
 * @param path of the schema, for errors
 * @throws ApiError `INVALID_PARAMETER` naming the place in the schema: larger than 64 KB, nested deeper than 32, not
 *   valid or not supported, a reference that leads nowhere or in a circle; out of steps
 */
export function readSchema(value: unknown, path: Path, budget: StepBudget): JsonSchema {
  budget.spend(requireFit(value, path));
  const reader = new SchemaReader(path, budget);
  const root = reader.read(value, []);
  reader.resolveReferences();
  return { check: (instance, spent) => new Scope(spent, reader.tracks).run(root, instance) };
}

/** @returns its size in bytes of JSON */
function requireFit(value: unknown, path: Path): number {
  const depth = jsonDepth(value);
  if (depth > LIMITS.schemaDepth) {
    throw invalidAt(path, 'is nested too deeply', { max: LIMITS.schemaDepth, provided: depth });
  }
  const provided = Buffer.byteLength(JSON.stringify(value));
  const max = LIMITS.schemaBytes;
  if (provided > max) throw invalidAt(path, 'is too large in bytes of JSON', { max, provided });
  return provided;
}

const FORBIDDEN: Schema['checks'] = [() => failure('is not allowed')];

/** Reading costs more than checking: everything gets a name and a place. */
const STEPS_PER_SCHEMA = 50;
const STEPS_PER_KEYWORD = 20;

class SchemaReader {
  readonly #start: Path;
  readonly #budget: StepBudget;
  /** By JSON Pointer. */
  readonly #schemas = new Map<string, Schema>();
  readonly #anchors = new Map<string, Schema>();
  readonly #patterns = new Map<string, Pattern>();
  readonly #references: { text: string; path: Path; stand: Schema }[] = [];
  /** Whether a keyword asks which members have been evaluated. */
  tracks = false;

  constructor(start: Path, budget: StepBudget) {
    this.#start = start;
    this.#budget = budget;
  }

  /** @param at from the root of the schema */
  read(value: unknown, at: Path): Schema {
    const pointer = toPointer(at);
    const known = this.#schemas.get(pointer);
    if (known !== undefined) return known;
    const schema: Schema = { path: [...this.#start, ...at], checks: [], inPlace: [] };
    this.#schemas.set(pointer, schema);
    this.#budget.spend(STEPS_PER_SCHEMA);
    if (value === true) return schema;
    if (value === false) {
      schema.checks = FORBIDDEN;
      return schema;
    }
    if (!isJsonObject(value)) throw invalidAt(schema.path, 'must be a schema: an object, true or false');
    for (const [name, keyword] of KEYWORDS) {
      if (!Object.hasOwn(value, name)) continue;
      this.#budget.spend(STEPS_PER_KEYWORD);
      const check = keyword(value[name], this.#place(schema, value, at, name));
      if (check !== null) schema.checks.push(check);
    }
    return schema;
  }

  #place(schema: Schema, siblings: Place['siblings'], at: Path, keyword: string): Place {
    const below = (names: readonly string[]): Path => [...at, keyword, ...names];
    const path = [...this.#start, ...below([])];
    return {
      path,
      siblings,
      isRoot: at.length === 0,
      beside: (name) => this.#place(schema, siblings, at, name),
      schema: (value, ...names) => this.read(value, below(names)),
      schemaInPlace: (value, ...names) => {
        const inner = this.read(value, below(names));
        schema.inPlace.push(inner);
        return inner;
      },
      reference: (text) => {
        const stand: Schema = { path, checks: [], inPlace: [] };
        this.#references.push({ text, path, stand });
        schema.inPlace.push(stand);
        return stand;
      },
      anchor: (name) => {
        if (this.#anchors.has(name)) throw invalidAt(path, 'is used twice');
        this.#anchors.set(name, schema);
      },
      trackEvaluated: () => {
        this.tracks = true;
      },
      pattern: (source, ...names) => {
        const pattern = this.#patterns.get(source) ?? readPattern(source, [...path, ...names], this.#budget);
        this.#patterns.set(source, pattern);
        return pattern;
      },
    };
  }

  /** To be called when everything is read. A reference gets the checks of its target. */
  resolveReferences(): void {
    for (const { text, path, stand } of this.#references) {
      const target = this.#target(text, path);
      stand.checks = target.checks;
      stand.inPlace = [target];
    }
    refuseCircles(this.#schemas.values());
  }

  #target(text: string, path: Path): Schema {
    if (!text.startsWith('#'))
      throw invalidAt(path, 'must lead to a place in this schema: it must begin with "#"');
    const fragment = decodeFragment(text.slice(1), path);
    const named = /^(?:\/|$)/.test(fragment)
      ? this.#schemas.get(toPointer(parsePointer(fragment, path).tokens))
      : this.#anchors.get(fragment);
    if (named === undefined) throw invalidAt(path, 'leads to no schema');
    return named;
  }
}

function decodeFragment(fragment: string, path: Path): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalidAt(path, 'is not percent-encoded as it must be');
  }
}

/**
 * Refuses a schema that applies itself to the same value, which would never end, and chains of references too long to be
 * applied.
 */
function refuseCircles(schemas: Iterable<Schema>): void {
  const open = new Set<Schema>();
  const through = new Set<Schema>();
  const visit = (schema: Schema): void => {
    if (through.has(schema)) return;
    if (open.has(schema)) throw invalidAt(schema.path, 'applies itself to the same value again and again');
    const max = LIMITS.schemaEvaluationDepth;
    if (open.size > max) {
      throw invalidAt(schema.path, 'is led to by too many references', { max, provided: open.size });
    }
    open.add(schema);
    for (const inner of schema.inPlace) visit(inner);
    open.delete(schema);
    through.add(schema);
  };
  for (const schema of schemas) visit(schema);
}
