import type { JsonSchema } from '../../shared/contract/openapi/types.ts';

/** Lines of a comment are wrapped here. */
const WIDTH = 100;

const INDENT = '  ';
export const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, INDENT);

/** A documentation comment, or nothing where there is nothing to say. */
export function comment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.split('\n').flatMap(wrapped);
  const [only = '', ...others] = lines;
  if (others.length === 0) return `/** ${only} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function wrapped(line: string): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

/**
 * The type of what a schema accepts.
 * @param isOpen whether values may come that the schema does not name yet, as in answers of a later release
 */
export function typeOf(schema: JsonSchema, isOpen: boolean): string {
  const { $ref, anyOf, oneOf, type, items } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return union(alternatives.map((each) => typeOf(each, isOpen)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return enumType(schema.enum, isOpen);
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, isOpen)));
  if (type === 'array') return arrayOf(typeOf(items ?? {}, isOpen));
  if (type === 'object') return objectType(schema, isOpen);
  if (type === 'integer') return 'number';
  return type ?? 'unknown';
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const arrayOf = (type: string): string =>
  /[ |]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`;

/** Editors offer the known values of an open one, too. */
const enumType = (values: readonly unknown[], isOpen: boolean): string =>
  union([...values.map((value) => JSON.stringify(value)), ...(isOpen ? ['(string & {})'] : [])]);

function objectType(schema: JsonSchema, isOpen: boolean): string {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return `{\n${indented(membersOf(schema, isOpen))}\n}`;
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, isOpen) : 'unknown';
  return `Record<string, ${value}>`;
}

/** What a member is, and what it is where it is left out. */
const describe = ({ description, default: missing }: JsonSchema): string =>
  [description, missing !== undefined && `default: ${JSON.stringify(missing)}`].filter(Boolean).join('; ');

/** The members of an object, as in the body of an interface. */
export function membersOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  isOpen: boolean,
): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = isName(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(describe(schema))}${key}${mark}: ${typeOf(schema, isOpen)};`;
  });
  if (additionalProperties) lines.push('[member: string]: unknown;');
  return lines.join('\n');
}

/** A schema that has a name. */
export function declaration(name: string, schema: JsonSchema, isOpen: boolean): string {
  const about = comment(schema.description);
  return schema.type === 'object' && schema.properties !== undefined
    ? `${about}export interface ${name} {\n${indented(membersOf(schema, isOpen))}\n}`
    : `${about}export type ${name} = ${typeOf(schema, isOpen)};`;
}
