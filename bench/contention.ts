import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '../client/client.ts';
import { patchMetadata } from '../shared/contract/routes/metadata.ts';
import { compare, interleave, type Section } from './measure.ts';
import { processedVideos } from './processed-videos.ts';
import { startService } from './server-process.ts';

/** How long writers of one document take that come at once, beside the same writes one after the other. */
export async function benchContention({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  await using service = await startService(path.join(folder.path, 'data'));
  const { apiUrl, apiKey = '' } = service.ready;
  const client = createClient({ apiUrl, apiKey });
  const [id = ''] = await processedVideos(client, folder.path, 1);
  let written = 0;
  /** Fails unless it is written: the client does not repeat a PATCH. */
  const write = () =>
    client.call(patchMetadata, {
      params: { id },
      body: { variables: [{ id: `of-${written++ % 400}`, value: written }] },
    });
  const took = (work: () => Promise<unknown>) => async (): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const together = (writers: number) => took(() => Promise.all(Array.from({ length: writers }, write)));
  const inTurn = (writers: number) =>
    took(async () => {
      for (let i = 0; i < writers; i++) await write();
    });
  const {
    at50 = [],
    after50 = [],
    at200 = [],
    after200 = [],
  } = await interleave(repetitions, {
    at50: together(50),
    after50: inTurn(50),
    at200: together(200),
    after200: inTurn(200),
  });
  return {
    title: 'Contention',
    conditions: ['PATCHes of one document that name no base, all of which are made; the last one’s end'],
    comparisons: [
      compare({ name: '50 at once', values: at50 }, { name: 'one after the other', values: after50 }, 'ms'),
      compare(
        { name: '200 at once', values: at200 },
        { name: 'one after the other', values: after200 },
        'ms',
      ),
    ],
  };
}
