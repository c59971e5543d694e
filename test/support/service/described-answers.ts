import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { OpenApiDocument, Reference, Response } from '../../../shared/contract/openapi/types.ts';
import type { Route } from '../../../shared/contract/route.ts';

/** The reference's description of an endpoint's answers with one status. */
interface DescribedAnswer {
  response: Response;
  /** How a body, including its error code, differs from the description; null if it does not. */
  problemOf(contentType: string, body: unknown): string | null;
}

/**
 * The description with objects closed to members that it does not name, unless it allows them. Clients must expect
 * further members, but everything that the service sends today must be described.
 */
function closed<T>(description: T): T {
  if (typeof description !== 'object' || description === null) return description;
  if (Array.isArray(description)) return description.map(closed) as T;
  const members = Object.entries(description).map(([name, member]) => [name, closed(member)]);
  const schema = Object.fromEntries(members) as T & object;
  return 'properties' in schema ? { additionalProperties: false, ...schema } : schema;
}

/** Looks up the description of an answer; null if there is none. */
export function describedAnswers(
  document: OpenApiDocument,
): (route: Route, status: number) => DescribedAnswer | null {
  const ajv = new Ajv2020({
    strict: false,
    formats: {
      'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
      int32: true,
      int64: true,
      double: true,
    },
  });
  ajv.addSchema({ $id: 'reference', ...closed(document) });
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (steps: readonly string[]): ValidateFunction => {
    const pointer = steps
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `reference#/${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };
  const answerAt = (response: Response, isError: boolean, steps: readonly string[]): DescribedAnswer => ({
    response,
    problemOf(contentType, body) {
      if (response.content === undefined) return body === undefined ? null : 'a body';
      const validate = validatorAt([...steps, 'content', contentType, 'schema']);
      if (!validate(body)) return ajv.errorsText(validate.errors);
      if (!isError) return null;
      const { code } = (body as ErrorBody).error;
      return code in (response.content?.[contentType]?.examples ?? {}) ? null : `the code ${code}`;
    },
  });

  return (route, status) => {
    const method = route.method.toLowerCase();
    const found: Response | Reference | undefined = document.paths[route.path]?.[method]?.responses[status];
    if (found === undefined) return null;
    const isError = status >= 400;
    if (!('$ref' in found)) {
      return answerAt(found, isError, ['paths', route.path, method, 'responses', String(status)]);
    }
    const name = found.$ref.split('/').at(-1) ?? '';
    const response = document.components.responses[name];
    return response === undefined ? null : answerAt(response, isError, ['components', 'responses', name]);
  };
}
