import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '../client/client.ts';
import { type LoadRequest, requestsPerSecond } from './load.ts';
import { compare, interleave, type Section } from './measure.ts';
import { processedVideos } from './processed-videos.ts';
import { type ServerProcess, startBareServer, startService } from './server-process.ts';

const CONNECTIONS = 16;
const DURATION_MS = 1000;

const LOADS = ['whoami', 'list', 'get metadata', 'PATCH metadata'] as const;

interface ApiOptions {
  readonly repetitions: number;
  /** A checkout of another commit whose service is the baseline; default: a bare server. */
  readonly against: string | undefined;
}

/** Requests a second through gateway, authorizer, pipeline and stores of the embedded service. */
export async function benchApi({ repetitions, against }: ApiOptions): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  await using service = await startService(path.join(folder.path, 'data'));
  await using other =
    against === undefined
      ? await startBareServer()
      : await startService(path.join(folder.path, 'other'), path.resolve(against));
  const loads = await loadsOf(service, folder.path);
  const otherLoads = against === undefined ? null : await loadsOf(other, folder.path);

  const measure =
    ({ ready: { apiUrl } }: ServerProcess, load: LoadRequest) =>
    () =>
      requestsPerSecond(apiUrl, load, { connections: CONNECTIONS, durationMs: DURATION_MS });
  const subjects = LOADS.map((name) => [name, measure(service, loads[name])] as const);
  const baselines =
    otherLoads === null
      ? [['bare', measure(other, loads.whoami)] as const]
      : LOADS.map((name) => [`other ${name}`, measure(other, otherLoads[name])] as const);
  const rates = await interleave<string, number>(
    repetitions,
    Object.fromEntries([...subjects, ...baselines]),
  );
  return {
    title: 'API',
    conditions: [
      `npm start with all stores in its process, ${CONNECTIONS} connections, each with a video of its own`,
      'every request passes gateway, authorizer (key and rate counter), endpoint and stores',
    ],
    comparisons: LOADS.map((name) =>
      compare(
        { name, values: rates[name] ?? [] },
        otherLoads === null
          ? { name: 'bare node:http server', values: rates.bare ?? [] }
          : { name: `at ${against}`, values: rates[`other ${name}`] ?? [] },
        'requests/s',
      ),
    ),
  };
}

/** What is measured of a service, over processed videos, one for each connection. */
async function loadsOf(
  { ready: { apiUrl, apiKey = '' } }: ServerProcess,
  folder: string,
): Promise<Record<(typeof LOADS)[number], LoadRequest>> {
  const videos = await processedVideos(createClient({ apiUrl, apiKey }), folder, CONNECTIONS);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const get = (target: LoadRequest['target']): LoadRequest => ({ method: 'GET', target, headers });
  const metadata = (connection: number) => `/api/videos/${videos[connection]}/metadata`;
  const body = JSON.stringify({ variables: [{ id: 'speed', value: 1 }] });
  return {
    whoami: get(() => '/api/v1/whoami'),
    list: get(() => '/api/videos'),
    'get metadata': get(metadata),
    'PATCH metadata': { method: 'PATCH', target: metadata, headers, body },
  };
}
