import { AsyncLocalStorage } from 'node:async_hooks';
import { GRANTS } from '../../../lib/grants.ts';
import { loadFunction } from '../../../local/functions/function-modules.ts';
import type { LambdaHandler } from '../../../local/gateway/invoke.ts';
import { S3_ACTIONS } from '../../../rehearsal/proxy/s3-access.ts';
import type { Need } from '../../../shared/contract/needs/need.ts';
import { MEDIA_BUCKET, PARKED, QUEUES, SETTINGS, TABLES } from '../../../shared/contract/resources.ts';
import { COPY_INFIX } from '../../../shared/contract/restore.ts';
import { type Environment, provideEnvironment } from '../../../shared/kernel/runtime/environment.ts';
import type { Runtime } from '../../../shared/kernel/runtime/runtime.ts';
import { interceptCalls } from '../store-calls.ts';
import { permissionsOf } from './permissions.ts';

/** The function that the current code runs in, by its path under `functions/`. */
const running = new AsyncLocalStorage<string>();

interface Input {
  TableName?: string;
  RequestItems?: Record<string, unknown>;
  IndexName?: string;
  Key?: string;
  VersionId?: string;
  CopySource?: string;
  Delete?: { Objects: { Key: string }[] };
  QueueUrl?: string;
}

/** The name that the contract has for what a deployment calls by the value of a variable. */
function nameOf(resources: Readonly<Record<string, { env: string }>>, deployed: string | undefined): string {
  const found = Object.entries(resources).find(([, { env }]) => process.env[env] === deployed);
  if (found === undefined) throw new Error(`The contract has nothing that is called ${deployed}`);
  return found[0];
}

/** What a call must be permitted. */
export function requiredPermissions(client: string, command: string, input: Input): string[] {
  if (client === 'DynamoDBClient') {
    const deployed = input.TableName ?? Object.keys(input.RequestItems ?? {})[0] ?? '';
    const [name, copied] = deployed.split(COPY_INFIX);
    const table = `${copied === undefined ? '' : 'copies of '}${nameOf(TABLES, name)}`;
    return [`dynamodb:${command} ${table}${input.IndexName === undefined ? '' : `/${input.IndexName}`}`];
  }
  if (client === 'SQSClient') {
    const parked = Object.entries(PARKED).find(([, { env }]) => process.env[env] === input.QueueUrl);
    // A batch is permitted as its single calls are.
    const action = command.replace(/Batch$/, '');
    if (parked !== undefined) return [`sqs:${action} parked ${parked[0]}`];
    return [`sqs:${action} ${nameOf(QUEUES, input.QueueUrl)}`];
  }
  const ofVersion = input.VersionId === undefined ? '' : 'Version';
  const action = `${S3_ACTIONS[command] ?? command}${ofVersion}`;
  if (action.startsWith('ListBucket')) return [`s3:${action}`];
  const keys = input.Delete?.Objects.map(({ Key }) => Key) ?? [input.Key ?? ''];
  const prefixOf = (key: string): string => key.split('/', 1)[0] ?? '';
  const [, ...copied] = input.CopySource?.split('/') ?? [];
  return [
    ...new Set(keys.map((key) => `s3:${action} ${prefixOf(key)}`)),
    ...(copied[0] === undefined ? [] : [`s3:GetObject ${prefixOf(copied[0])}`]),
  ];
}

class AccessDenied extends Error {
  override readonly name = 'AccessDeniedException';
}

/** Functions under the permissions that `lib` grants them, in this process: a call beyond them fails, as on AWS. */
export interface GrantedFunctions {
  /** The handler of a function. */
  load(key: string): Promise<LambdaHandler>;
  /** That of the process from then on: of its variables a function sees those that it is granted. */
  readonly environment: Environment;
  /** The permissions that each function has used so far. */
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * @param runtime the functions' clock
 * @param onDenied gets every call and variable beyond the grants, also where the function goes on without it
 */
export function grantFunctions(runtime: Runtime, onDenied: (error: Error) => void): GrantedFunctions {
  const used = new Map<string, Set<string>>();
  const granted = new Map(Object.entries(GRANTS).map(([key, grant]) => [key, new Set(permissionsOf(grant))]));

  /** Whether the function that runs has the permission, which counts as used then. */
  const permits = (permission: string): boolean => {
    const key = running.getStore();
    if (key === undefined) return true;
    if (!granted.get(key)?.has(permission)) return false;
    used.set(key, (used.get(key) ?? new Set()).add(permission));
    return true;
  };
  const denied = (what: string): AccessDenied => new AccessDenied(`${running.getStore()} ${what}`);

  const require = (permission: string): void => {
    if (permits(permission)) return;
    const error = denied(`is not granted ${permission}`);
    onDenied(error);
    throw error;
  };

  const variables = new Proxy(process.env, {
    get(variables, name: string) {
      const key = running.getStore();
      const setting = Object.entries(SETTINGS).find(([, variable]) => variable === name)?.[0];
      const grant = GRANTS[key ?? ''];
      if (grant === undefined) return variables[name];
      if (RESTRICTED_SETTINGS.has(setting ?? '')) require(`setting ${setting}`);
      else if (!isNamed(grant, name)) {
        const error = denied(`is not told ${name}`);
        onDenied(error);
        throw error;
      }
      return variables[name];
    },
  });
  const environment: Environment = { variables, runtime };
  // The clients of the process belong to its environment.
  provideEnvironment(environment);

  interceptCalls(async ({ client, command, input }, proceed) => {
    for (const permission of requiredPermissions(client, command.replace(/Command$/, ''), input))
      require(permission);
    return proceed().catch((error: unknown) => {
      // S3 answers 403 where an object is missing and the caller may not list the bucket. A function may meet that: a
      // damaged document is refused either way.
      const isMissing = error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
      throw isMissing && !permits('s3:ListBucket')
        ? denied('may not learn that an object is missing')
        : error;
    });
  });

  return {
    used,
    async load(key) {
      const handler = await loadFunction(key);
      return (...args) => running.run(key, () => handler(...args));
    },
    environment,
  };
}

const RESTRICTED_SETTINGS: ReadonlySet<string> = new Set(
  Object.values(GRANTS).flatMap(({ settings }) => settings),
);

/** Whether a function may know a variable that names a table, the bucket or a queue; any other one it may. */
function isNamed(grant: Required<Need>, variable: string): boolean {
  const hidden = [
    ...Object.entries(TABLES).filter(([name]) => !(name in grant.tables)),
    ...Object.entries(QUEUES).filter(
      ([name]) => ![...grant.queues, ...grant.visibility].some((queue) => queue === name),
    ),
  ].map(([, { env }]) => env);
  const hasBucket = Object.keys(grant.objects).length > 0 || grant.listsObjects || grant.signsUrls;
  return (
    !hidden.includes(variable as (typeof hidden)[number]) && (variable !== MEDIA_BUCKET.env || hasBucket)
  );
}

/** Runs what another process does meanwhile, under no function's permissions. */
export const outsideFunctions = <T>(work: () => T): T => running.exit(work);
