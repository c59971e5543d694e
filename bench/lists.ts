import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createClient } from '../client/client.ts';
import { startService } from '../local/service.ts';
import { listVideos } from '../shared/contract/routes/videos.ts';
import { uuidv7 } from '../shared/domain/ids.ts';
import { newVideo } from '../shared/domain/video.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';
import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { isoNow, systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { openAccounts } from '../shared/stores/accounts.ts';
import { dynamodb, tableName } from '../shared/stores/dynamodb/client.ts';
import { openStorageUsage } from '../shared/stores/quotas/storage-quota.ts';
import { createAccountKey } from './account-key.ts';
import { meterStores } from './cost/meter.ts';
import { compare, costOf, interleave, type Section } from './measure.ts';

const FEW = 20;
const MANY = 10_000;
const REQUESTS = 50;
/** DynamoDB's limit. */
const BATCH = 25;

/** The first page of a list of many videos against that of a list of one page. */
export async function benchLists({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const { apiUrl, variables, close } = await startService({
    dataDir: path.join(folder.path, 'data'),
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
    worker: false,
  });
  try {
    const environment: Environment = { variables, runtime: systemRuntime };
    const firstPage = async (size: number) => {
      const client = createClient({ apiUrl, apiKey: await accountWith(environment, size) });
      return async (): Promise<void> => {
        const { total } = await client.call(listVideos, { query: { page: 1, pageSize: FEW } });
        if (total !== size) throw new Error(`${total} videos were listed of ${size}`);
      };
    };
    const [few, many] = [await firstPage(FEW), await firstPage(MANY)];
    const timed = (ask: () => Promise<void>) => async (): Promise<number> => {
      const { cpuMs } = await costOf(async () => {
        for (let request = 0; request < REQUESTS; request++) await ask();
      });
      return cpuMs / REQUESTS;
    };
    const times = await interleave(repetitions, { few: timed(few), many: timed(many) });
    const meter = meterStores();
    const unitsOf = async (ask: () => Promise<void>) => [(await meter.of(ask)).function.readUnits];
    const names = [`page 1 of ${FEW} of ${MANY} videos`, `page 1 of ${FEW} of ${FEW} videos`] as const;
    return {
      title: 'Lists',
      conditions: [`GET /api/videos, ${REQUESTS} requests a repetition, stores and API in this process`],
      comparisons: [
        compare(
          { name: names[0], values: times.many },
          { name: names[1], values: times.few },
          'CPU ms/request',
        ),
        compare(
          { name: names[0], values: await unitsOf(many) },
          { name: names[1], values: await unitsOf(few) },
          'DynamoDB read units',
        ),
      ],
    };
  } finally {
    await close();
  }
}

/** A key of a new account with this many videos. */
async function accountWith(environment: Environment, size: number): Promise<string> {
  const { runtime } = environment;
  const { accountId } = await openAccounts(environment).byHandle(`videos-${size}`);
  for (let start = 0; start < size; start += BATCH) {
    const videos = Array.from({ length: Math.min(BATCH, size - start) }, (_, i) =>
      newVideo({
        accountId,
        videoId: uuidv7(runtime),
        name: `Video ${start + i}`,
        fileSize: 1_000_000,
        autoProcess: false,
        createdAt: isoNow(runtime),
      }),
    );
    await dynamodb().send(
      new BatchWriteCommand({
        RequestItems: {
          [tableName(environment, 'videos')]: videos.map((Item) => ({ PutRequest: { Item } })),
        },
      }),
    );
  }
  await openStorageUsage(environment).recount(accountId);
  return createAccountKey(environment, accountId);
}
