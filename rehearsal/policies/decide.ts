import type { AccessRequest, PolicyDocument, Principal, Statement } from './policy.ts';
import { type Match, matchStatement, namesPrincipal } from './statements.ts';

/** The policies that have a say in a request. */
export interface Policies {
  /** Of the role that asks. */
  readonly identity: readonly PolicyDocument[];
  /** Of what is asked for: a bucket, a queue, a function, a role's trust. */
  readonly resource?: PolicyDocument | undefined;
  /** Of the VPC endpoint on the way. */
  readonly endpoint?: PolicyDocument | undefined;
}

/** The statement that allowed a request, by which of its patterns, or why it is denied. */
type Decision =
  | { readonly allowed: true; readonly by: readonly (Match & { readonly statement: Statement })[] }
  | { readonly allowed: false; readonly reason: string };

/** Actions that the policy of the resource must allow, whatever the role's own policies say. */
const NEEDS_RESOURCE_POLICY: ReadonlySet<string> = new Set(['sts:AssumeRole']);

/**
 * Decides as IAM does within one account: an explicit deny anywhere wins; then the policies of the role or of the resource must
 * allow; and so must the endpoint that the request passes.
 * Source: "Policy evaluation logic",
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function decide(principal: Principal, request: AccessRequest, policies: Policies): Decision {
  const { identity, resource, endpoint } = policies;
  const own = identity.flatMap(({ Statement }) => Statement);
  const others = [resource, endpoint].flatMap((document) => document?.Statement ?? []);
  const named = others.filter(({ Principal }) => namesPrincipal(Principal, principal) !== null);
  const denying = [...own, ...named].find(
    (statement) => statement.Effect === 'Deny' && matchStatement(statement, request) !== null,
  );
  if (denying !== undefined) return { allowed: false, reason: 'a policy denies it explicitly' };

  const passing = endpoint && allowing(namedBy(endpoint, principal), request);
  if (passing === null) return { allowed: false, reason: 'the policy of the VPC endpoint does not allow it' };
  const byRole = allowing(own, request);
  const granting = resource === undefined ? [] : namedBy(resource, principal);
  const isItself = ({ Principal }: Statement) => namesPrincipal(Principal, principal) === 'itself';
  const byResource = allowing(granting.filter(isItself), request);
  if (NEEDS_RESOURCE_POLICY.has(request.action)) {
    const trusting = byResource ?? allowing(granting, request);
    if (trusting === null) return { allowed: false, reason: 'the role does not trust the caller' };
    if (byResource === null && byRole === null)
      return { allowed: false, reason: 'no policy of the role allows it' };
    return { allowed: true, by: [trusting, byRole, passing].filter((match) => match != null) };
  }
  const deciding = byRole ?? byResource;
  if (deciding === null)
    return { allowed: false, reason: 'no policy of the role or of the resource allows it' };
  return { allowed: true, by: [deciding, ...(passing ? [passing] : [])] };
}

const namedBy = ({ Statement }: PolicyDocument, principal: Principal): Statement[] =>
  Statement.filter(({ Principal }) => namesPrincipal(Principal, principal) !== null);

function allowing(statements: readonly Statement[], request: AccessRequest) {
  for (const statement of statements) {
    const match = statement.Effect === 'Allow' ? matchStatement(statement, request) : null;
    if (match !== null) return { ...match, statement };
  }
  return null;
}
