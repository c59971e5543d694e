import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { fileForm, settled } from '../../support/service/api.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

/** What the API says of a video once it is processed. */
async function ingested(file: Buffer): Promise<Record<string, unknown>> {
  const form = fileForm(new Uint8Array(file), 'clip');
  const { body } = await bench.api<{ id: string }>('POST', '/api/videos/upload', { form });
  for (const message of await bench.take('ingest')) await ingest(delivery([message]));
  return { ...(await settled(bench.api, body.id)) };
}

async function clipFrom(tick: number): Promise<Buffer> {
  const file = path.join(await temporaryFolder('clips'), `from-${tick}.webm`);
  await numberedClip(file, { container: 'webm', ticks: [0, 1, 2, 3].map((step) => tick + step) });
  return readFile(file);
}

test('a video whose frames do not begin at 0 says when they begin', async () => {
  expect(await ingested(await clipFrom(45))).toMatchObject({ status: 'processed', startTime: 1.5 });
  expect(await ingested(await clipFrom(0))).not.toHaveProperty('startTime');
});
