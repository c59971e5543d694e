import { createHash } from 'node:crypto';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { openApiDocument } from '../../../shared/contract/openapi/openapi-document.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** What the service alone judges: bounds that it moves must not break a client that is older. */
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'];

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schemas of the description of the API, for clients that outlive it: further members and values are no errors. The
 * values of today are named beside any text, bounds are left out, and of objects told apart by a member there is one for
 * further kinds, with what the others have in common.
 */
export function modelsDescription(): JsonObject {
  const { components, info, openapi } = openApiDocument(endpointsFor('integrators'), 'generators');
  const { ErrorResponse: _, ErrorDetail: __, ...schemas } = components.schemas;
  const described = structuredClone(schemas) as unknown as JsonObject;
  addOtherKinds(described);
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: {},
    components: { schemas: opened(described) },
  };
}

/** Tells whether models were made of the description of today. */
export const digestOf = (description: JsonObject): string =>
  createHash('sha256').update(JSON.stringify(description)).digest('hex');

function opened(value: Json): Json {
  if (Array.isArray(value)) return value.map(opened);
  if (!isObject(value)) return value;
  const { enum: values, description, discriminator: _, ...rest } = value;
  if (Array.isArray(values) && rest.type === 'string') {
    return {
      ...(typeof description === 'string' && { description: wrapped(description) }),
      anyOf: [{ enum: values }, { type: 'string' }],
    };
  }
  const entries = Object.entries({ ...value, discriminator: null }).filter(
    ([name, member]) => name !== 'discriminator' && !(BOUNDS.includes(name) && typeof member !== 'object'),
  );
  const members = Object.fromEntries(entries.map(([name, member]) => [name, opened(member)]));
  // Every model keeps what it does not know.
  if (members.properties !== undefined) delete members.additionalProperties;
  if (typeof members.description === 'string') members.description = wrapped(members.description);
  return members;
}

const LINE = 88;

/** Breaks a text into lines: it becomes a docstring. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

/** An answer's `DocumentObject` of box or surface may one day be of a third kind: `OtherObject`. */
function addOtherKinds(schemas: JsonObject): void {
  const union = schemas.DocumentObject;
  if (!isObject(union) || !Array.isArray(union.oneOf) || !isObject(union.discriminator)) {
    throw new Error('DocumentObject is no union of kinds any more');
  }
  const kinds = union.oneOf.map((reference) => {
    const name = isObject(reference) ? String(reference.$ref).split('/').at(-1) : '';
    return schemas[name ?? ''] as { properties: JsonObject; required: string[] };
  });
  const [first, ...others] = kinds;
  if (first === undefined) throw new Error('DocumentObject has no kinds');
  const isCommon = ([name, schema]: [string, Json]): boolean =>
    others.every(({ properties }) => JSON.stringify(properties[name]) === JSON.stringify(schema));
  const properties = Object.fromEntries(Object.entries(first.properties).filter(isCommon));
  schemas.OtherObject = {
    type: 'object',
    description: 'A tracked object of a kind that this package does not know.',
    properties: { ...properties, kind: { type: 'string' } },
    required: first.required.filter((name) => name in properties || name === 'kind'),
  };
  union.oneOf.push({ $ref: '#/components/schemas/OtherObject' });
}
