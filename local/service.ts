import path from 'node:path';
import { SETTINGS } from '../shared/contract/resources.ts';
import { ROUTES } from '../shared/contract/routes.ts';
import { selectClipModel } from '../shared/inference/clip-model/store.ts';
import { selectInstalledDetector } from '../shared/inference/detectors/installed-detector.ts';
import { processEnvironment, provideEnvironment } from '../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { chosenFolder } from './data-folder/private-folder.ts';
import { type RunFile, removeRunFile, writeRunFile } from './data-folder/run-file.ts';
import { emptySpool } from './data-folder/spool.ts';
import { demoKey } from './demo-key.ts';
import { loadFunction } from './functions/function-modules.ts';
import { FunctionThreads } from './functions/function-threads.ts';
import { startGateway } from './gateway/gateway.ts';
import { isHeavy } from './gateway/heavy.ts';
import { provideLambdaRuntime } from './gateway/lambda-runtime.ts';
import { JWKS_PATH } from './identity/provider-names.ts';
import { localIdentities } from './local-identities.ts';
import type { LocalConsole } from './site/local-console.ts';
import { startConsole } from './site/start-console.ts';
import { createResources } from './stores/create-resources.ts';
import { type ExternalStores, externalStores } from './stores/external-stores.ts';
import { startStores } from './stores/start-stores.ts';
import { startWorker, streamVariables, type Worker } from './worker/worker.ts';

const MIB = 1024 * 1024;
/** Without Lambda's payload limit larger files fit into a form. */
const INLINE_UPLOAD_BYTES = 100 * MIB;
/** Default prefix of the names of tables, bucket and queues. */
const PREFIX = 'vms';

interface ServiceOptions {
  dataDir: string;
  /** Default 0: a free one. */
  port?: number;
  /** Folders with model files, searched in order. */
  modelsDirs: readonly string[];
  /** Id of the detector model; default: the manifest's default, or the built-in one where that is not installed. */
  detector?: string;
  /** Whether to run a worker for the queues; default true. */
  worker?: boolean;
  /** Whether to serve the web console: built, which is done where it is to be, or from its sources; default: neither. */
  console?: 'built' | 'sources' | null;
  /** Whether functions that block for long run in threads of their own; default true. */
  functionThread?: boolean;
  /** Loads a function that does not; default: as a module of this process. */
  load?: typeof loadFunction;
  /** Stores to use in place of the embedded ones. Default: none. */
  external?: ExternalStores;
  /** Prefix of the resources' names, to keep services on the same external stores apart. */
  prefix?: string;
  onError?: (error: unknown) => void;
  /** Called at the start with a sentence about each irregularity. */
  onWarning?: (message: string) => void;
}

export interface RunningService extends RunFile {
  /** With whom newcomers sign in to the console; null where an operator has changed that, or where there is no console. */
  demoUser: LocalConsole['demo'];
  close(): Promise<void>;
}

/**
 * Starts the whole service on loopback: API, worker, and the stores that are not external. Only one process at a
 * time may use a data folder, and a process holds one service at a time, since functions read their configuration from the
 * process's environment.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const {
    port = 0,
    modelsDirs,
    detector,
    load = loadFunction,
    external = externalStores({}),
    prefix = PREFIX,
    onError = console.error,
    onWarning = console.warn,
  } = options;
  const dataDir = path.resolve(options.dataDir);
  await chosenFolder(dataDir, onWarning);
  let worker: Worker | null = null;
  const stores = await startStores({
    dataDir,
    prefix,
    external,
    onError,
    onChange: (table) => worker?.announceChange(table),
  });
  const selecting = selectInstalledDetector(modelsDirs, detector);
  const selectingClip = selectClipModel(modelsDirs);
  // The user's own AWS settings must not come between the stores and their credentials.
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
  Object.assign(process.env, stores.variables);
  provideLambdaRuntime();

  const { variables: created, deadLetters } = await createResources(prefix);
  await stores.connectUploads(created);
  const { selected: model, addedModels } = await selecting;
  const clip = await selectingClip;
  const variables: Record<string, string> = {
    ...stores.variables,
    ...created,
    [SETTINGS.inlineUploadBytes]: String(INLINE_UPLOAD_BYTES),
    [SETTINGS.detectorModel]: model.model.id,
    [SETTINGS.addedModels]: addedModels,
    [SETTINGS.clipModel]: clip.id ?? '',
    [SETTINGS.modelsDir]: modelsDirs.join(path.delimiter),
    [SETTINGS.webhookLoopback]: 'true',
    VMS_LOG_LEVEL: process.env.VMS_LOG_LEVEL ?? 'ERROR',
  };
  Object.assign(process.env, variables);
  // Functions that an earlier service of this process has used open their stores again.
  const stopping = new AbortController();
  provideEnvironment({ ...processEnvironment(), stopping: stopping.signal });
  const environment = { variables, runtime: systemRuntime };
  const apiKey = await demoKey(dataDir, environment);
  const webConsole =
    options.console != null
      ? await startConsole({
          ...localIdentities(environment),
          dataDir,
          runtime: systemRuntime,
          environment: process.env,
          fromSources: options.console === 'sources',
          mediaOrigin: new URL(stores.variables.AWS_ENDPOINT_URL_S3 ?? '').origin,
          onError,
          onWarning,
        })
      : null;

  const threads = options.functionThread === false ? null : new FunctionThreads(stores.portStores);
  const heavy = new Set(ROUTES.filter(isHeavy).map(({ key }) => key));
  const gateway = await startGateway({
    port,
    spoolDir: await emptySpool(dataDir),
    inlineUploadBytes: INLINE_UPLOAD_BYTES,
    corsOrigin: '*',
    load: async (key) => (heavy.has(key) && threads !== null ? threads.function(key) : load(key)),
    onError,
    ...(webConsole !== null && { site: webConsole.site }),
  });
  if (webConsole !== null) {
    Object.assign(process.env, {
      [SETTINGS.consoleIssuer]: webConsole.issuer,
      [SETTINGS.consoleJwksUrl]: gateway.url + JWKS_PATH,
      [SETTINGS.consoleClientId]: webConsole.clientId,
    });
  }
  worker =
    options.worker === false
      ? null
      : startWorker({
          variables: {
            ...variables,
            DEAD_LETTER_URLS: JSON.stringify(deadLetters),
            ...streamVariables(dataDir, stores.streamIntervalMs),
          },
          onCrash(reason) {
            onError(reason);
            stores.releaseMessages();
          },
          onError,
        });
  const run: RunFile = {
    pid: process.pid,
    apiUrl: gateway.url,
    consoleUrl: webConsole === null ? null : gateway.url,
    apiKey,
    variables,
    model: {
      id: model.model.id,
      fallback: model.fallback,
      reason: model.reason,
      absent: model.absent,
    },
    clip,
    credentials: stores.credentials,
  };
  await writeRunFile(dataDir, run);

  return {
    ...run,
    demoUser: webConsole?.demo ?? null,
    async close() {
      await removeRunFile(dataDir);
      webConsole?.stopBuild();
      stopping.abort();
      threads?.announceEnd();
      // Beside each other: requests in progress and a running step may take some seconds each.
      await Promise.all([gateway.close(), worker?.close()]);
      await webConsole?.close();
      await threads?.close();
      await stores.close();
    },
  };
}
