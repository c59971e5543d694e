import { type Client, createClient } from '../client/client.ts';
import { systemWait } from '../client/with-retries.ts';
import { type RunFile, readRunFile } from '../local/data-folder/run-file.ts';
import { isLoopback } from '../local/gateway/host.ts';
import { modelsDirs, namedDetector } from '../local/models-dirs.ts';
import type { RunningService } from '../local/service.ts';
import { connectBySockets } from '../local/stores/connections.ts';
import { externalStores } from '../local/stores/external-stores.ts';
import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { readAs } from './arguments.ts';
import type { Context } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { formatDuration } from './format.ts';
import { explainFullDisk } from './full-disk.ts';
import { serviceReports } from './service-reports.ts';
import { address } from './values.ts';

/** A service that a command uses. */
interface ServiceAccess {
  readonly run: RunFile;
  /** Whether it keeps running after the command; otherwise unfinished work waits until it runs again. */
  readonly lasting: boolean;
}

export interface ApiAccess extends Pick<ServiceAccess, 'lasting'> {
  readonly client: Client;
  /** The detector of a service on this machine; null for one that is known by its address alone. */
  readonly model: RunFile['model'] | null;
  /** Where its console is; null where it is not known to have one. */
  readonly consoleUrl: string | null;
}

/** How long to wait for a service that has locked the data folder but does not answer yet. */
const START_PATIENCE_MS = 10_000;
const START_POLL_MS = 100;

interface EmbeddedOptions {
  port?: number;
  /** Detector model of a service started for this command. */
  detector?: string;
  /** Whether it serves the web console, and what of; default: it does not. */
  console?: 'built' | 'sources' | null;
}

/** Starts the embedded service in this process. Its modules are loaded here because most commands do not need them. */
export async function startEmbedded(
  context: Context,
  { port = 0, detector = namedDetector(context.environment), console = null }: EmbeddedOptions = {},
): Promise<RunningService> {
  const { dataDir, environment, terminal } = context;
  const { startService } = await import('../local/service.ts');
  const report = serviceReports(context);
  let isStarted = false;
  try {
    const service = await startService({
      dataDir,
      port,
      console,
      modelsDirs: modelsDirs(environment),
      external: externalStores(environment),
      ...(detector !== undefined && { detector }),
      onError(error) {
        // A start that fails on a full disk says so itself.
        if (isStarted || explainFullDisk(error, dataDir) === null) report(error);
      },
      onWarning: (message) => terminal.note(message),
    });
    isStarted = true;
    return service;
  } catch (error) {
    throw explainFullDisk(error, dataDir) ?? error;
  }
}

/**
 * Ends a service that was started in this process. It says so on the terminal, since requests in progress and a
 * running step may take some seconds.
 */
export async function stopEmbedded(
  { terminal, json, signal }: Pick<Context, 'terminal' | 'json' | 'signal'>,
  service: Pick<RunningService, 'close'>,
): Promise<void> {
  if (signal.aborted && !json) terminal.note('Stopping … Press Ctrl-C again to stop at once.');
  await service.close();
}

/** Whether the data folder belongs to another process (`local/data-folder/private-database.ts`). */
export const isInUse = (error: unknown): boolean =>
  error instanceof Error && /database is locked/.test(error.message);

/** Uses the service on the data folder: the running one, or one started for the duration of `use`. */
async function withService<T>(
  context: Context,
  use: (access: ServiceAccess) => Promise<T>,
  options: EmbeddedOptions = {},
): Promise<T> {
  try {
    return await useService(context, use, options);
  } catch (error) {
    throw explainFullDisk(error, context.dataDir) ?? error;
  }
}

async function useService<T>(
  context: Context,
  use: (access: ServiceAccess) => Promise<T>,
  options: EmbeddedOptions,
): Promise<T> {
  const { dataDir } = context;
  const running = await readRunFile(dataDir);
  if (running !== null) return use({ run: running, lasting: true });
  let service: RunningService;
  try {
    service = await startEmbedded(context, options);
  } catch (error) {
    if (!isInUse(error)) throw error;
    return use({ run: await awaitRunning(context), lasting: true });
  }
  try {
    return await use({ run: service, lasting: false });
  } finally {
    await stopEmbedded(context, service);
  }
}

/** Waits for the service of another process that has locked the folder. */
async function awaitRunning({ dataDir, pause }: Context): Promise<RunFile> {
  for (let waited = 0; waited < START_PATIENCE_MS; waited += START_POLL_MS) {
    const run = await readRunFile(dataDir);
    if (run !== null) return run;
    await pause(START_POLL_MS);
  }
  throw new CommandFailure(
    'DATA_FOLDER_IN_USE',
    `${dataDir} is in use by a process that does not answer. End it, or choose another folder with --data.`,
  );
}

/** A client that says why it waits, since a silent wait looks like a hang. */
const clientOf = (
  { terminal, json }: Context,
  { apiUrl, apiKey }: Pick<RunFile, 'apiUrl' | 'apiKey'>,
): Client =>
  createClient({
    apiUrl,
    apiKey,
    wait(milliseconds, signal, failure) {
      const reason = failure.message.replace(/\.$/, '');
      if (!json) terminal.note(`${reason}; trying again in ${formatDuration(milliseconds / 1000)}.`);
      return systemWait(milliseconds, signal);
    },
  });

/** Uses the API of the service on the data folder, or of the one named by VMS_API_URL and VMS_API_KEY. */
export async function withApi<T>(
  context: Context,
  use: (access: ApiAccess) => Promise<T>,
  options: EmbeddedOptions = {},
): Promise<T> {
  const { VMS_API_URL: apiUrl, VMS_API_KEY: apiKey } = context.environment;
  if (apiUrl && apiKey) {
    const access = { apiUrl: readAs('VMS_API_URL', address, apiUrl), apiKey };
    return use({ client: clientOf(context, access), lasting: true, model: null, consoleUrl: null });
  }
  if (apiUrl || apiKey) throw new UsageError('Set both VMS_API_URL and VMS_API_KEY, or neither.');
  return withService(
    context,
    ({ run, lasting }) => {
      const { model, consoleUrl } = run;
      return use({ client: clientOf(context, run), lasting, model, consoleUrl });
    },
    options,
  );
}

/** Uses the address of the service on the data folder, or VMS_API_URL, by those who have keys of their own. */
export async function withAddress<T>(context: Context, use: (apiUrl: string) => Promise<T>): Promise<T> {
  const { VMS_API_URL: apiUrl } = context.environment;
  if (apiUrl) return use(readAs('VMS_API_URL', address, apiUrl));
  return withService(context, ({ run }) => use(run.apiUrl));
}

/** Uses the stores of the service on the data folder, for what the API has no endpoint for. */
export async function withStores<T>(
  context: Context,
  use: (environment: Environment) => Promise<T>,
): Promise<T> {
  const { VMS_API_URL: apiUrl } = context.environment;
  if (apiUrl && !(await isLocal(readAs('VMS_API_URL', address, apiUrl), context))) {
    throw new UsageError(
      'VMS_API_URL names another service, whose stores cannot be found by its address: name its stack with --stack, or unset VMS_API_URL to work on the local service of --data.',
    );
  }
  return withService(context, ({ run: { variables }, lasting }) => {
    // The SDK's clients read endpoint and credentials from the process's environment.
    Object.assign(process.env, variables);
    // A service that was started for this command is in this process.
    if (lasting) connectBySockets(variables);
    return use({ variables, runtime: systemRuntime });
  });
}

/** Whether an address is that of the service which runs on the data folder. */
async function isLocal(apiUrl: string, { dataDir }: Context): Promise<boolean> {
  const running = await readRunFile(dataDir);
  return running !== null && comparable(running.apiUrl) === comparable(apiUrl);
}

/** An address that identifies it: this machine has several names, and a slash at the end means nothing. */
function comparable(apiUrl: string): string {
  const { protocol, host, port, pathname } = new URL(apiUrl);
  return `${protocol}//${isLoopback(host) ? `localhost:${port}` : host}${pathname.replace(/\/+$/, '')}`;
}
