/** The name of an attribute, where it is known only at run time. */
class AttributeName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Part of a DynamoDB expression, written as a tagged template: values become placeholders, `#name` in the text stands for
 * the attribute `name` (for words that DynamoDB reserves), and expressions can be put into one another.
 *
 *     update`SET #status = ${status}, sweepAt = ${at} ${withFigures}`
 *     condition`attribute_not_exists(videoId) OR #state IN ${oneOf(TERMINAL_STATES)}`
 */
export class Expression {
  readonly texts: readonly string[];
  readonly parts: readonly unknown[];

  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

/** An expression that holds together wherever it is put into another one. */
export class Condition extends Expression {}

type Connective = 'AND' | 'OR' | 'NOT';

const connectivesOf = (texts: readonly string[]): Set<Connective> =>
  new Set(texts.flatMap((text) => text.match(/\b(?:AND|OR|NOT)\b/g) ?? []) as Connective[]);

/** What connects an expression that is written without parentheses around it. */
function outerConnectives(expression: Expression): Set<Connective> {
  const found = connectivesOf(expression.texts);
  const inner = expression.parts.filter((part) => part instanceof Expression);
  return new Set([
    ...found,
    ...inner.flatMap((part) => (needsParentheses(part, expression) ? [] : [...outerConnectives(part)])),
  ]);
}

/**
 * DynamoDB gives AND precedence over OR, and NOT over both. Parentheses that are not needed would be harmless but for the parser
 * of the local service, whose time doubles, and more, with each level of them: the condition of an upload's quotas took it 70 ms.
 */
function needsParentheses(part: Expression, around: Expression): boolean {
  if (!(part instanceof Condition)) return false;
  const inner = outerConnectives(part);
  const outer = connectivesOf(around.texts);
  return outer.has('NOT') ? inner.size > 0 : inner.has('OR') && outer.has('AND');
}

/** An update, or part of one. */
export const update = (texts: TemplateStringsArray, ...parts: unknown[]): Expression =>
  new Expression(texts, parts);

/** The keys that a query asks for, or its filter. */
export const where = (texts: TemplateStringsArray, ...parts: unknown[]): Expression =>
  new Expression(texts, parts);

/** The condition of a write, or part of one. Each is one guard, which the mutation tests take away. */
export const condition = (texts: TemplateStringsArray, ...parts: unknown[]): Condition =>
  new Condition(texts, parts);

const joined = (parts: readonly unknown[], separator: string): readonly string[] => [
  '',
  ...parts.slice(1).map(() => separator),
  '',
];

/** Holds where all (at least two) conditions hold. */
export const allOf = (...conditions: readonly Condition[]): Condition =>
  new Condition(joined(conditions, ' AND '), conditions);

/** Holds where any of the (at least two) conditions holds. */
export const anyOf = (...conditions: readonly Condition[]): Condition =>
  new Condition(joined(conditions, ' OR '), conditions);

/** The values after `IN`. */
export const oneOf = (values: readonly unknown[]): Expression =>
  new Expression(joined(values, ', ').with(0, '(').with(-1, ')'), values);

/** `name = value` for each of the values, for `SET`. */
export const assignments = (values: Readonly<Record<string, unknown>>): Expression => {
  const each = Object.entries(values).map(([name, value]) => update`${attribute(name)} = ${value}`);
  return new Expression(joined(each, ', '), each);
};

/** `name = value` for each of the values whose attribute is not there yet, for `SET`. */
export const defaults = (values: Readonly<Record<string, unknown>>): Expression => {
  const each = Object.entries(values).map(
    ([name, value]) => update`${attribute(name)} = if_not_exists(${attribute(name)}, ${value})`,
  );
  return new Expression(joined(each, ', '), each);
};

/** Attributes one after the other, for `REMOVE` and for projections. */
export const attributes = (names: readonly string[]): Expression =>
  new Expression(joined(names, ', '), names.map(attribute));

/** An attribute whose name is known only at run time, as an element of a path. */
export const attribute = (name: string): AttributeName => new AttributeName(name);

/** Renders the expressions of one request, which share their names and values. */
export class Bindings {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  text(expression: Expression): string {
    const { texts, parts } = expression;
    return texts
      .map((text, index) => {
        for (const [placeholder, name] of text.matchAll(/#(\w+)/g)) this.#names[placeholder] = name as string;
        return index < parts.length ? text + this.#place(parts[index], expression) : text;
      })
      .join('');
  }

  /** Names and values of all that was rendered; DynamoDB refuses empty maps. */
  get placeholders(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, unknown>;
  } {
    return {
      ...(Object.keys(this.#names).length > 0 && { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }

  #place(part: unknown, around: Expression): string {
    if (part instanceof Expression)
      return needsParentheses(part, around) ? `(${this.text(part)})` : this.text(part);
    if (part instanceof AttributeName) {
      const placeholder = `#_${Object.keys(this.#names).length}`;
      this.#names[placeholder] = part.name;
      return placeholder;
    }
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = part;
    return placeholder;
  }
}
