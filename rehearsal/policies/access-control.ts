import type { Resources } from '../template/resources.ts';
import { decide } from './decide.ts';
import { type DeployedPolicy, deployedPolicies } from './deployed-policies.ts';
import { describeResource } from './describe-resource.ts';
import { type AccessRequest, listOf, type PolicyDocument, type Principal, type Statement } from './policy.ts';

/** Who asks, and from where. */
export interface Caller {
  /** For people: a function, or what calls in a service's name. */
  readonly name: string;
  readonly principal: Principal;
  /** Reference of the VPC that the call comes from; absent: from AWS's own network. */
  readonly vpc?: string | undefined;
}

/** A call that AWS would have refused. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}

/** Decides calls by the policies of the templates, and keeps what was denied and which permissions were used. */
export class AccessControl {
  readonly denials: string[] = [];
  readonly #policies: readonly DeployedPolicy[];
  readonly #resources: Resources;
  readonly #attached = new Map<string, string[]>();
  readonly #used = new Map<Statement, Set<string>>();

  constructor(resources: Resources) {
    this.#resources = resources;
    this.#policies = deployedPolicies(resources);
  }

  /** Gives a role from outside the stacks one of their managed policies. */
  attach(roleArn: string, policyArn: string): void {
    this.#attached.set(roleArn, [...(this.#attached.get(roleArn) ?? []), policyArn]);
  }

  /**
   * Lets a call pass that the policies allow.
   * @throws {AccessDenied} for any other, which is noted as a denial
   */
  authorize(caller: Caller, request: AccessRequest): void {
    const reason = this.#refusal(caller, request);
    if (reason === null) return;
    const denial = `${caller.name}: ${request.action} on ${request.resource}: ${reason}`;
    this.denials.push(denial);
    throw new AccessDenied(denial);
  }

  /** Whether the policies allow a call; it counts as used if so, and is no denial if not. */
  permits(caller: Caller, request: AccessRequest): boolean {
    return this.#refusal(caller, request) === null;
  }

  /** Every permission that the policies give, as `owner action resource`, which no call has used. */
  unused(): string[] {
    const describe = (arn: string): string => describeResource(arn, this.#resources);
    const lines = this.#policies.flatMap(({ kind, owner, document }) =>
      document.Statement.filter(({ Effect }) => Effect === 'Allow').flatMap((statement) =>
        pairsOf(statement)
          .filter(([action, resource]) => !this.#used.get(statement)?.has(`${action} ${resource}`))
          .map(([action, resource]) => `${kind} ${describe(owner)} ${action} ${describe(resource)}`),
      ),
    );
    return [...new Set(lines)].sort();
  }

  #refusal(caller: Caller, asked: AccessRequest): string | null {
    const { principal, vpc } = caller;
    const request = { ...asked, context: { ...contextOf(principal, asked.resource), ...asked.context } };
    const endpoint = vpc === undefined ? undefined : this.#endpoint(vpc, request.action);
    if (endpoint === null) return 'the network has no endpoint for it';
    const decision = decide(principal, request, {
      identity: 'roleArn' in principal ? this.#documents('identity', principal.roleArn) : [],
      resource: merged(this.#documents('resource', ownerOf(request.resource))),
      endpoint,
    });
    if (!decision.allowed) return decision.reason;
    for (const { statement, action, resource } of decision.by) {
      const used = this.#used.get(statement) ?? new Set();
      this.#used.set(statement, used.add(`${action} ${resource}`));
    }
    return null;
  }

  #documents(kind: DeployedPolicy['kind'], owner: string): PolicyDocument[] {
    const owners = [owner, ...(kind === 'identity' ? (this.#attached.get(owner) ?? []) : [])];
    return this.#policies
      .filter((policy) => policy.kind === kind && owners.includes(policy.owner))
      .map(({ document }) => document);
  }

  /** The policy of the endpoint by which a network reaches a service; null where there is none. */
  #endpoint(vpc: string, action: string): PolicyDocument | null {
    const [service] = action.split(':', 1);
    const endpoint = this.#resources
      .of('AWS::EC2::VPCEndpoint')
      .find(
        ({ properties }) =>
          properties.VpcId === vpc && String(properties.ServiceName).endsWith(`.${service}`),
      );
    return endpoint === undefined ? null : (merged(this.#documents('endpoint', endpoint.ref)) ?? null);
  }
}

/** The keys that every request has. */
const contextOf = (principal: Principal, resource: string): AccessRequest['context'] => ({
  // Deployed, the endpoints of AWS are called by HTTPS; here they are on loopback.
  'aws:securetransport': 'true',
  ...('roleArn' in principal
    ? { 'aws:principalarn': principal.roleArn, 'aws:principalaccount': principal.roleArn.split(':')[4] ?? '' }
    : { 'aws:sourceaccount': resource.split(':')[4] ?? '' }),
});

/** The ARN that has the policy: a bucket has that of its objects. */
const ownerOf = (arn: string): string => (arn.startsWith('arn:aws:s3:::') ? (arn.split('/')[0] ?? '') : arn);

const merged = (documents: readonly PolicyDocument[]): PolicyDocument | undefined =>
  documents.length === 0 ? undefined : { Statement: documents.flatMap(({ Statement }) => Statement) };

/** The actions and resources that a statement joins, each with each. */
const pairsOf = ({ Action, Resource = '*' }: Statement): [string, string][] =>
  listOf(Action).flatMap((action) =>
    listOf(Resource).map((resource): [string, string] => [action, resource]),
  );
