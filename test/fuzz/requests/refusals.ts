import { isUtf8 } from 'node:buffer';
import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';
import { type Route, takesIdempotencyKey } from '../../../shared/contract/route.ts';
import { acceptedBody } from '../../../shared/contract/route-limits.ts';
import type { GeneratedRequest } from './request.ts';

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Headers that a request to the route may have at most once. */
const singleHeaders = (route: Route): string[] => [
  ...(route.open ? [] : ['authorization']),
  ...(route.method === 'GET' ? [] : ['if-match']),
  ...(takesIdempotencyKey(route) ? ['idempotency-key'] : []),
  ...(route.body === null ? [] : ['content-type']),
];

/** Why a request must not succeed, by its form alone: nothing is ignored, guessed or put in place of something else. */
export function* refusals(
  { target, headers, body }: GeneratedRequest,
  route: Route,
  document: OpenApiDocument,
): Iterable<string> {
  const [path = '', search = ''] = target.split(/\?(.*)/s, 2);
  if (!isDecodable(path)) yield 'a path that is not UTF-8';
  const method = route.method.toLowerCase();
  const parameters = document.paths[route.path]?.[method]?.parameters ?? [];
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = inQuery.map(({ name }) => name);
  const given = [...new URLSearchParams(search).keys()];
  for (const name of given) if (!known.includes(name)) yield `the unknown parameter ${name}`;
  const lists = new Set(inQuery.filter(({ schema }) => schema.type === 'array').map(({ name }) => name));
  const single = given.filter((name) => !lists.has(name));
  if (new Set(single).size < single.length) yield 'a parameter given twice';
  for (const name of singleHeaders(route)) {
    const count = headers.filter(([header]) => header.toLowerCase() === name).length;
    if (count > 1) yield `${count} headers ${name}`;
  }
  const base = headers.find(([name]) => name.toLowerCase() === 'if-match')?.[1].trim() ?? '*';
  if (route.method !== 'GET' && !route.ifMatch && base !== '*') yield 'a base where none is compared';
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (acceptedBody(route) === null || !body) return;
  const isText = !/^multipart/i.test(type);
  if (isText && !isUtf8(Buffer.from(body, 'latin1'))) yield 'a body that is not UTF-8';
  if (route.body === null && body.trim() !== '{}') yield 'a body that says something';
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'identity';
  if (!/^\s*(identity)?\s*$/i.test(coding)) yield `the encoding ${coding}`;
}
