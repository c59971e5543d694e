import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { IssuedCredentials } from '../proxy/issued-credentials.ts';
import { FunctionPool, type FunctionUse } from '../runtime/function-pool.ts';
import type { FunctionSpec, StartFunction } from '../runtime/function-process.ts';
import type { Outcome } from '../runtime/runtime-api.ts';
import type { Traces } from '../runtime/traces.ts';
import type { Place } from '../template/attributes.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import type { CodeOf } from './function-code.ts';
import { usePlatform } from './platform-access.ts';

interface Options {
  readonly resources: Resources;
  readonly access: AccessControl;
  readonly issued: IssuedCredentials;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  /** Where functions find the stores. */
  readonly endpoint: string;
  readonly codeOf: CodeOf;
  readonly startFunction: StartFunction;
  readonly traces: Traces;
  /** Told what a function prints. */
  readonly log: (name: string, text: string) => void;
}

/** Bytes of the names and values of a function's variables. */
const VARIABLES_BYTES = 4096;

/** The functions of the templates, each in processes of its own under the permissions of its role. */
export class DeployedFunctions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #options: Options;
  /** Functions that are not started: no concurrency is left to them. */
  readonly #stopped = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    for (const fn of options.resources.of('AWS::Lambda::Function')) this.#pools.set(fn.arn, this.#poolOf(fn));
  }

  /** Number of invocations that have not ended. */
  get running(): number {
    return [...this.#pools.values()].reduce((sum, { running }) => sum + running, 0);
  }

  /** Invokes a function by its ARN, for a caller that may. */
  async invoke(arn: string, event: unknown): Promise<Outcome> {
    const pool = this.#pools.get(arn);
    if (pool === undefined) throw new Error(`There is no function ${arn}`);
    if (this.#stopped.has(arn)) {
      const refused = { errorType: 'TooManyRequestsException', errorMessage: 'Rate exceeded' };
      return { kind: 'error', ...refused };
    }
    const { resources, traces } = this.#options;
    const fn = resources.get('AWS::Lambda::Function', arn);
    const { Mode } = (fn.properties.TracingConfig ?? {}) as { Mode?: string };
    const trace = traces.begin(fn.ref, Mode === 'Active', event);
    return pool.invoke(event, trace.header).finally(trace.end);
  }

  /**
   * Invokes a function in the name of a service of AWS.
   * @param source ARN of what the service acts for
   * @throws {AccessDenied} where the function's policy does not let it
   */
  async invokeAs(service: string, arn: string, event: unknown, source: string): Promise<Outcome> {
    const request = { action: 'lambda:InvokeFunction', resource: arn, context: { 'aws:sourcearn': source } };
    this.#options.access.authorize({ name: service, principal: { service } }, request);
    return this.invoke(arn, event);
  }

  /**
   * Invokes a function for a service of AWS that assumes a role.
   * @throws {AccessDenied} where the role does not trust the service, or its policies do not let it
   */
  async invokeByRole(service: string, roleArn: string, arn: string, event: unknown): Promise<Outcome> {
    const { access } = this.#options;
    const assumed = { action: 'sts:AssumeRole', resource: roleArn, context: {} };
    access.authorize({ name: service, principal: { service } }, assumed);
    const request = { action: 'lambda:InvokeFunction', resource: arn, context: {} };
    access.authorize({ name: `${service} by its role`, principal: { roleArn } }, request);
    return this.invoke(arn, event);
  }

  /** Reserves concurrency for a function. @param executions 0: it is not started; null: none is reserved */
  reserve(arn: string, executions: number | null): void {
    if (executions === 0) this.#stopped.add(arn);
    else this.#stopped.delete(arn);
  }

  /** Kills the processes of a function that are at work. */
  async kill(name: string): Promise<void> {
    const fn = this.#options.resources.get('AWS::Lambda::Function', name);
    await this.#pools.get(fn.arn)?.kill();
  }

  /** What each function has been used for, those that never ran included. */
  async use(): Promise<FunctionUse[]> {
    return Promise.all([...this.#pools.values()].map((pool) => pool.use()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #poolOf(fn: Resource): FunctionPool {
    const { log, startFunction } = this.#options;
    let spec: Promise<FunctionSpec> | undefined;
    return new FunctionPool({
      name: fn.ref,
      memoryMb: Number(fn.properties.MemorySize ?? 128),
      spec: () => {
        spec ??= this.#specOf(fn);
        return spec;
      },
      startFunction,
      log: (text) => log(fn.ref, text),
    });
  }

  async #specOf(fn: Resource): Promise<FunctionSpec> {
    const { resources, access, issued, codeOf } = this.#options;
    const {
      Environment,
      Timeout = 3,
      MemorySize = 128,
    } = fn.properties as {
      Environment?: { Variables: Record<string, string> };
      Timeout?: number;
      MemorySize?: number;
    };
    const variables = Environment?.Variables ?? {};
    const bytes = Object.entries(variables).flat().join('').length;
    if (bytes > VARIABLES_BYTES)
      throw new Error(`The variables of ${fn.ref} have ${bytes} bytes, more than Lambda takes`);
    const caller = callerOf(fn, resources);
    usePlatform(fn, caller, { access, resources });
    const code = await codeOf(fn);
    const credentials = issued.issue(caller);
    return {
      name: fn.ref,
      arn: fn.arn,
      taskRoot: code.taskRoot,
      handler: code.handler,
      memoryMb: MemorySize,
      timeoutMs: Timeout * 1000,
      environment: {
        ...code.environment,
        ...variables,
        ...this.#reserved(),
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_SESSION_TOKEN: credentials.sessionToken,
      },
    };
  }

  /** The variables that Lambda itself sets; the address of the stores is the rehearsal's only addition. */
  #reserved(): Record<string, string> {
    const { place, endpoint } = this.#options;
    return {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: place.region,
      AWS_DEFAULT_REGION: place.region,
      AWS_XRAY_DAEMON_ADDRESS: this.#options.traces.daemonAddress,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      PATH: '/usr/local/bin:/usr/bin:/bin',
    };
  }
}

/** A function as the stores see it: its role, and the network that it is in. */
export function callerOf({ ref, properties }: Resource, resources: Resources): Caller {
  const { SubnetIds = [] } = (properties.VpcConfig ?? {}) as { SubnetIds?: string[] };
  const [subnet] = SubnetIds;
  return {
    name: ref,
    principal: { roleArn: resources.get('AWS::IAM::Role', properties.Role).arn },
    ...(subnet !== undefined && { vpc: String(resources.get('AWS::EC2::Subnet', subnet).properties.VpcId) }),
  };
}
