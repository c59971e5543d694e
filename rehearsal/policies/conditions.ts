import { matches, matchesArn } from './pattern.ts';
import type { AccessRequest, ConditionElement } from './policy.ts';
import { listOf } from './policy.ts';

type Test = (expected: string, given: string) => boolean;

const equals: Test = (expected, given) => expected === given;
const equalsIgnoringCase: Test = (expected, given) => expected.toLowerCase() === given.toLowerCase();

/** Operators by name; negated ones hold where the test fails for every expected value. */
const OPERATORS: Readonly<Record<string, { test: Test; negated?: true }>> = {
  StringEquals: { test: equals },
  StringNotEquals: { test: equals, negated: true },
  StringEqualsIgnoreCase: { test: equalsIgnoringCase },
  StringNotEqualsIgnoreCase: { test: equalsIgnoringCase, negated: true },
  StringLike: { test: matches },
  StringNotLike: { test: matches, negated: true },
  ArnEquals: { test: matchesArn },
  ArnLike: { test: matchesArn },
  ArnNotEquals: { test: matchesArn, negated: true },
  ArnNotLike: { test: matchesArn, negated: true },
  Bool: { test: equalsIgnoringCase },
  NumericEquals: { test: (expected, given) => Number(given) === Number(expected) },
  NumericLessThan: { test: (expected, given) => Number(given) < Number(expected) },
  NumericLessThanEquals: { test: (expected, given) => Number(given) <= Number(expected) },
  NumericGreaterThan: { test: (expected, given) => Number(given) > Number(expected) },
  NumericGreaterThanEquals: { test: (expected, given) => Number(given) >= Number(expected) },
};

/**
 * Whether all conditions of a statement hold for a request.
 * Source: "IAM JSON policy elements: Condition operators" and "Multivalued context keys",
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 * @throws Error for an operator that is not known here: a condition must not be passed over
 */
export function conditionsHold(conditions: ConditionElement = {}, { context }: AccessRequest): boolean {
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) =>
      holds(operator, listOf(expected).map(String), valuesOf(context, key)),
    ),
  );
}

const valuesOf = (context: AccessRequest['context'], key: string): readonly string[] | undefined => {
  const value = context[key.toLowerCase()];
  return value === undefined ? undefined : listOf(value);
};

function holds(operator: string, expected: readonly string[], given: readonly string[] | undefined): boolean {
  const [, set, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (name === 'Null') return expected.includes(String(given === undefined));
  const known = OPERATORS[name];
  if (known === undefined) throw new Error(`The condition operator ${operator} is not known`);
  const passes = (value: string): boolean =>
    expected.some((pattern) => known.test(pattern, value)) !== (known.negated ?? false);
  if (set === 'ForAllValues') return (given ?? []).every(passes);
  if (given === undefined || given.length === 0) return ifExists !== undefined || known.negated === true;
  return set === 'ForAnyValue' || given.length === 1 ? given.some(passes) : given.every(passes);
}
