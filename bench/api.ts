import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Client, createClient } from '../client/client.ts';
import { uploadFile } from '../client/files/upload-file.ts';
import { getVideo } from '../shared/contract/routes/videos.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { type LoadRequest, requestsPerSecond } from './load.ts';
import { compare, interleave, type Section } from './measure.ts';
import { startBareServer, startService } from './server-process.ts';

const CONNECTIONS = 16;
const DURATION_MS = 1000;
const POLL_MS = 50;

/** Requests a second through gateway, authorizer, pipeline and stores of the embedded service. */
export async function benchApi({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  await using bare = await startBareServer();
  await using service = await startService(path.join(folder.path, 'data'));
  const { apiUrl, apiKey = '' } = service.ready;
  const videos = await uploadVideos(createClient({ apiUrl, apiKey }), folder.path);

  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const get = (target: LoadRequest['target']): LoadRequest => ({ method: 'GET', target, headers });
  const metadata = (connection: number) => `/api/videos/${videos[connection]}/metadata`;
  const body = JSON.stringify({ variables: [{ id: 'speed', value: 1 }] });
  const loads = {
    whoami: get(() => '/api/v1/whoami'),
    list: get(() => '/api/videos'),
    'get metadata': get(metadata),
    'PATCH metadata': { method: 'PATCH', target: metadata, headers, body },
  };

  const measure = (url: string, load: LoadRequest) => () =>
    requestsPerSecond(url, load, { connections: CONNECTIONS, durationMs: DURATION_MS });
  const { bare: bareRates, ...rates } = await interleave(repetitions, {
    bare: measure(bare.ready.apiUrl, loads.whoami),
    whoami: measure(apiUrl, loads.whoami),
    list: measure(apiUrl, loads.list),
    'get metadata': measure(apiUrl, loads['get metadata']),
    'PATCH metadata': measure(apiUrl, loads['PATCH metadata']),
  });
  const baseline = { name: 'bare node:http server', values: bareRates };
  return {
    title: 'API',
    conditions: [
      `npm start with all stores in its process, ${CONNECTIONS} connections, each with a video of its own`,
      'every request passes gateway, authorizer (key and rate counter), endpoint and stores over loopback HTTP',
    ],
    comparisons: Object.entries(rates).map(([name, values]) =>
      compare({ name, values }, baseline, 'requests/s'),
    ),
  };
}

/** Ids of processed videos, one for each connection. */
async function uploadVideos(client: Client, folder: string): Promise<string[]> {
  const file = path.join(folder, 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 90, fps: 10 });
  const ids: string[] = [];
  for (let count = 0; count < CONNECTIONS; count++) ids.push((await uploadFile(client, file)).id);
  for (const id of ids) {
    while ((await client.call(getVideo, { params: { id } })).status !== 'processed')
      await setTimeout(POLL_MS);
  }
  return ids;
}
