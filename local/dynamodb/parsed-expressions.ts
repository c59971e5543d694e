/** What a parser of dynalite reads besides the text, and what it strikes off. */
interface ParseContext {
  readonly attrNames?: Readonly<Record<string, string>> | null;
  /** Attribute values in DynamoDB's JSON. */
  readonly attrVals?: Readonly<Record<string, object>> | null;
  readonly unusedAttrNames: Record<string, true>;
  readonly unusedAttrVals: Record<string, true>;
}

/** A parser returns a syntax tree with the very objects of `attrVals` in it, or an error as a text, or throws one. */
export interface ExpressionParser {
  parse(text: string, options: { context: ParseContext }): unknown;
}

interface Parsed {
  readonly tree: unknown;
  /** Names of the values by the objects that stand for them in the tree. */
  readonly values: ReadonlyMap<unknown, string>;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/** The parsers look at values themselves, and not only at their types, for these alone. */
const READS_VALUES = /between|attribute_type/i;
const MOST_KEPT = 1000;

const typesOf = (values: ParseContext['attrVals']) =>
  Object.entries(values ?? {}).map(([name, value]) => [name, ...Object.keys(value)]);

/** The tree with the values of another request. The operations change trees, so each gets its own. */
function withValues(node: unknown, values: Parsed['values'], given: ParseContext['attrVals']): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const name = values.get(node);
  if (name !== undefined) return given?.[name];
  if (Array.isArray(node)) return node.map((item) => withValues(item, values, given));
  const copy = Object.create(Object.getPrototypeOf(node)) as Record<string, unknown>;
  for (const [key, item] of Object.entries(node)) copy[key] = withValues(item, values, given);
  return copy;
}

/**
 * Has a parser keep what it has parsed: the code that writes expressions has few, and parsing one again costs more than the rest of
 * an operation. Errors are not kept.
 */
export function keepParsed(parser: ExpressionParser): void {
  const { parse } = parser;
  const kept = new Map<string, Parsed>();

  const parseAnew = (text: string, context: ParseContext): Parsed | string => {
    const all = (record: object | null | undefined) =>
      Object.fromEntries(Object.keys(record ?? {}).map((name) => [name, true as const]));
    const own = {
      ...context,
      unusedAttrNames: all(context.attrNames),
      unusedAttrVals: all(context.attrVals),
    };
    const tree = parse(text, { context: own });
    if (typeof tree === 'string') return tree;
    return {
      tree,
      values: new Map(Object.entries(context.attrVals ?? {}).map(([name, value]) => [value, name])),
      usedNames: Object.keys(context.attrNames ?? {}).filter((name) => !(name in own.unusedAttrNames)),
      usedValues: Object.keys(context.attrVals ?? {}).filter((name) => !(name in own.unusedAttrVals)),
    };
  };

  parser.parse = (text, { context }) => {
    if (READS_VALUES.test(text)) return parse(text, { context });
    const key = JSON.stringify([text, context.attrNames, typesOf(context.attrVals)]);
    const parsed = kept.get(key) ?? parseAnew(text, context);
    if (typeof parsed === 'string') return parsed;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, parsed);
    for (const name of parsed.usedNames) delete context.unusedAttrNames[name];
    for (const name of parsed.usedValues) delete context.unusedAttrVals[name];
    return withValues(parsed.tree, parsed.values, context.attrVals);
  };
}
