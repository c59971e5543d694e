import { ApiError } from '../../contract/errors.ts';
import type { Route } from '../../contract/route.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Principal, RateState } from './principal.ts';

/** What the authorizer passes to the endpoints. API Gateway carries only strings, numbers and booleans. */
interface AuthorizerContext {
  principal: string;
  rate: string;
}

export const toAuthorizerContext = (principal: Principal, rate: RateState): AuthorizerContext => ({
  principal: JSON.stringify(principal),
  rate: JSON.stringify(rate),
});

/** An endpoint without this context is wired incorrectly and must not run. */
const missing = (): never => {
  throw new ApiError('INTERNAL_ERROR', 'The request reached an endpoint without an authorizer context.');
};

/** What has been read of a context: every step of a request asks for it. */
const known = new WeakMap<
  object,
  Partial<Record<keyof AuthorizerContext, { text: string; value: unknown }>>
>();

const read = (
  context: Record<string, unknown> | null | undefined,
  name: keyof AuthorizerContext,
): unknown => {
  const text = context?.[name];
  if (!context || typeof text !== 'string') return missing();
  const parsed = known.get(context) ?? {};
  known.set(context, parsed);
  if (parsed[name]?.text !== text) parsed[name] = { text, value: JSON.parse(text) };
  return parsed[name]?.value;
};

export const readPrincipal = (context: Record<string, unknown> | null | undefined): Principal =>
  read(context, 'principal') as Principal;

/** The scopes that a row requires and the caller's key lacks. */
export function lackingScopes(
  { scopes }: Pick<Route, 'scopes'>,
  context: Record<string, unknown> | null | undefined,
): Scope[] {
  const held = readPrincipal(context).scopes;
  return scopes.filter((scope) => !held.includes(scope));
}

export const readRate = (context: Record<string, unknown> | null | undefined): RateState =>
  read(context, 'rate') as RateState;
