import { LIMITS } from '../../contract/limits.ts';
import type { RangeViolation } from '../../contract/range.ts';
import { invalidAt, type Path } from '../json/path.ts';
import type { StepBudget } from './step-budget.ts';

/** Why a value does not match a schema. */
export interface Failure {
  /** From the value to the member that does not match. */
  path: Path;
  /** Completes "<member> …". */
  message: string;
  /** The range that the member is outside of, if that is the failure. */
  range?: RangeViolation;
}

/** Checks what a keyword requires of a value; null when the value meets it. */
export type Check = (value: unknown, scope: Scope) => Failure | null;

/** A schema that has been read. */
export interface Schema {
  /** Its path, for errors. */
  path: Path;
  /** In the order in which they are run: a check comes after those it depends on. */
  checks: Check[];
  /** The schemas that it applies to the same value. */
  inPlace: Schema[];
}

export const failure = (message: string, range?: RangeViolation): Failure =>
  range === undefined ? { path: [], message } : { path: [], message, range };

const within = (name: string, { path, ...rest }: Failure): Failure => ({ path: [name, ...path], ...rest });

/** The application of one schema to one value. */
export class Scope {
  readonly budget: StepBudget;
  /** Whether a keyword asks which members have been evaluated, as `unevaluatedProperties` does. */
  readonly tracks: boolean;
  readonly #depth: number;
  #allEvaluated = false;
  #evaluated: Set<string> | undefined;

  constructor(budget: StepBudget, tracks: boolean, depth = 0) {
    this.budget = budget;
    this.tracks = tracks;
    this.#depth = depth;
  }

  /** Applies a schema to the value itself. Members it evaluates count only when the value matches. */
  apply(schema: Schema, value: unknown): Failure | null {
    const inner = this.#inner();
    const failed = inner.run(schema, value);
    if (failed === null) this.#take(inner);
    return failed;
  }

  /** Whether the value matches a schema, without anything counting as evaluated. */
  matches(schema: Schema, value: unknown): boolean {
    return this.#inner().run(schema, value) === null;
  }

  /** Applies a schema to a member of the value. */
  applyTo(schema: Schema, name: string, member: unknown): Failure | null {
    const failed = this.#inner().run(schema, member);
    return failed === null ? null : within(name, failed);
  }

  run({ checks }: Schema, value: unknown): Failure | null {
    this.budget.spend(1 + checks.length);
    for (const check of checks) {
      const failed = check(value, this);
      if (failed !== null) return failed;
    }
    return null;
  }

  /** Notes that some schema has been applied to a member. */
  evaluate(name: string): void {
    if (!this.tracks) return;
    this.#evaluated ??= new Set();
    this.#evaluated.add(name);
  }

  evaluateAll(): void {
    this.#allEvaluated = true;
  }

  isEvaluated(name: string): boolean {
    return this.#allEvaluated || this.#evaluated?.has(name) === true;
  }

  #inner(): Scope {
    if (this.#depth === LIMITS.schemaEvaluationDepth) {
      throw invalidAt(this.budget.at, 'leads too deep into its schema', {
        max: LIMITS.schemaEvaluationDepth,
        provided: this.#depth + 1,
      });
    }
    return new Scope(this.budget, this.tracks, this.#depth + 1);
  }

  #take(inner: Scope): void {
    if (inner.#allEvaluated) this.#allEvaluated = true;
    if (inner.#evaluated === undefined) return;
    this.budget.spend(inner.#evaluated.size);
    for (const name of inner.#evaluated) this.evaluate(name);
  }
}
