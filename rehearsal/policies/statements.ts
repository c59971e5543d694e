import { conditionsHold } from './conditions.ts';
import { matches } from './pattern.ts';
import type { AccessRequest, Principal, PrincipalElement, Statement } from './policy.ts';
import { listOf } from './policy.ts';

/** The action and the resource of a statement that fit a request; null where the statement does not speak of it. */
export interface Match {
  readonly action: string;
  readonly resource: string;
}

/** Whether a statement speaks of a request, its principal apart, and by which of its patterns. */
export function matchStatement(statement: Statement, request: AccessRequest): Match | null {
  const action = fitting(statement.Action, statement.NotAction, (pattern) =>
    matches(pattern.toLowerCase(), request.action.toLowerCase()),
  );
  const resource = fitting(statement.Resource, statement.NotResource, (pattern) =>
    matches(withVariables(pattern, request), request.resource),
  );
  if (action === null || resource === null || !conditionsHold(statement.Condition, request)) return null;
  return { action, resource };
}

/** The pattern that fits; for a list of exceptions `*` where none fits. */
function fitting(
  patterns: string | readonly string[] | undefined,
  exceptions: string | readonly string[] | undefined,
  fits: (pattern: string) => boolean,
): string | null {
  if (patterns !== undefined) return listOf(patterns).find(fits) ?? null;
  // A trust policy names no resource: it speaks of the role that it is attached to.
  return listOf(exceptions).some(fits) ? null : '*';
}

/** Puts in the values of policy variables: `${aws:PrincipalAccount}`. One without a value matches nothing. */
const withVariables = (pattern: string, { context }: AccessRequest): string =>
  pattern.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
    const value = context[name.toLowerCase()];
    return typeof value === 'string' ? value : '\0';
  });

/**
 * How a statement of a resource's policy names a principal: by itself, by its account (which leaves the decision to the account's
 * own policies), or not at all.
 * Source: "AWS JSON policy elements: Principal",
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html
 */
export function namesPrincipal(
  element: PrincipalElement | undefined,
  principal: Principal,
): 'itself' | 'its account' | null {
  if (element === undefined) return null;
  if (element === '*') return 'itself';
  if ('service' in principal) return listOf(element.Service).includes(principal.service) ? 'itself' : null;
  const named = listOf(element.AWS);
  if (named.includes('*') || named.includes(principal.roleArn)) return 'itself';
  const account = principal.roleArn.split(':')[4] ?? '';
  return named.some((name) => name === account || name.endsWith(`::${account}:root`)) ? 'its account' : null;
}
