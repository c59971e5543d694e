import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { restCost } from '../../../bench/cost/at-rest.ts';
import { costDocument } from '../../../bench/cost/document.ts';
import { indexWriteUnits } from '../../../bench/cost/index-writes.ts';
import { type MeasuredUse, measureUse } from '../../../bench/cost/measure-use.ts';
import { sum } from '../../../bench/cost/request-cost.ts';
import { deployedResources } from '../../../bench/cost/template.ts';
import { noUse } from '../../../bench/cost/use.ts';
import { capacityDocument } from '../../../bench/hot/capacity-document.ts';
import { hotKeys, load } from '../../../bench/hot/hot-keys.ts';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { TABLES } from '../../../shared/contract/resources.ts';
import { getAccount } from '../../../shared/contract/routes/console/account.ts';
import { createKey, getKey, listKeys } from '../../../shared/contract/routes/console/keys.ts';
import { getProcessing } from '../../../shared/contract/routes/console/videos.ts';
import {
  compareVersions,
  exportVideo,
  getMetadata,
  listVersions,
  restoreVersion,
} from '../../../shared/contract/routes/metadata.ts';
import { listObjects } from '../../../shared/contract/routes/object-queries.ts';
import { createSurface } from '../../../shared/contract/routes/objects.ts';
import { getProcessingStatus } from '../../../shared/contract/routes/processing.ts';
import { listPlugins } from '../../../shared/contract/routes/projects.ts';

/** Those that both call cost the console the same. */
const ROWS = [
  ...endpointsFor('integrators'),
  ...endpointsFor('console').filter(({ audience }) => audience === 'console'),
];

// It uses the whole service, and makes its templates.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

let measured: MeasuredUse;

beforeAll(async () => {
  measured = await measureUse();
});

const callsOf = (key: string) => measured.endpoints.filter(({ route }) => route === key);

describe('calls of DynamoDB', () => {
  test.each(ROWS)('$method $path: two of the authorizer, none where no key is asked for', ({ key, open }) => {
    expect(callsOf(key).length).toBeGreaterThan(0);
    for (const { authorizer } of callsOf(key)) expect(authorizer.dynamodbCalls).toBe(open ? 0 : 2);
  });

  test('those that the console’s own functions make are theirs, also of the tables that authorizers use', () => {
    const [account] = callsOf(getAccount.key);
    // One of them for the key that was made before.
    expect(account?.function.readUnits).toBe(9);
    expect(account?.authorizer).toMatchObject({ readUnits: 1, writeUnits: 1 });
    // The key, its entry, its place, and the index over keys.
    expect(callsOf(createKey.key)[0]?.function.writeUnits).toBe(4);
  });

  test('the console’s authorizer makes more at the first request of a person alone', () => {
    expect(measured.firstRequest.dynamodbCalls).toBe(9);
  });

  test('once a minute the authorizer notes that the key was used', () => {
    expect(measured.firstOfMinute.dynamodbCalls).toBe(3);
  });

  /** More: these look at two versions, at what else a video has, again after they have written an object, at what a job waits for, at all counts and the videos, at all keys. */
  const moreReads = new Map([
    [`${getMetadata.key}, an older version`, 3],
    [compareVersions.key, 4],
    [`${listVersions.key}, of an author`, 3],
    [listPlugins.key, 3],
    [`${exportVideo.key}, the first of a version`, 3],
    [getProcessingStatus.key, 4],
    [getProcessing.key, 4],
    [`${listObjects.key}, with surfaces`, 3],
    [getAccount.key, 8],
    [listKeys.key, 5],
    [getKey.key, 4],
  ]);

  test.each(ROWS.filter(({ method }) => method === 'GET'))('$method $path reads at most twice', ({ key }) => {
    for (const { variant, function: own } of callsOf(key)) {
      const most = moreReads.get(variant ? `${key}, ${variant}` : key) ?? 2;
      expect(own.dynamodbCalls, 'read less, or add it to `moreReads` with the reason').toBeLessThanOrEqual(
        most,
      );
      expect(own.writeUnits).toBe(0);
    }
  });

  test.each(ROWS.filter(({ key, etag, ifMatch }) => etag && ifMatch && key !== createSurface.key))(
    '$method $path makes at most four, and one more where it reads an older version',
    ({ key }) => {
      const most = key === restoreVersion.key ? 5 : 4;
      for (const { function: own } of callsOf(key)) expect(own.dynamodbCalls).toBeLessThanOrEqual(most);
    },
  );

  test.each(ROWS.filter(({ method, etag }) => method === 'POST' && etag === undefined))(
    '$method $path makes at most seven',
    ({ key }) => {
      for (const { function: own } of callsOf(key)) expect(own.dynamodbCalls).toBeLessThanOrEqual(7);
    },
  );

  test('the creation of a surface makes at most ten, and about two a second while it waits', () => {
    const waiting = 20;
    for (const { function: own } of callsOf(createSurface.key)) {
      expect(own.dynamodbCalls).toBeLessThanOrEqual(10 + 2 * (waiting + 2));
      expect(own.sleptMs).toBeLessThanOrEqual(waiting * 1000);
    }
  });
});

test.each([
  ['cost.md', () => costDocument(measured)],
  ['capacity.md', () => capacityDocument(measured.keys)],
])('docs/%s says what `npm run cost` would write', async (name, written) => {
  const document = await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  expect(written()).toBe(document);
});

test('no key takes more than 500 units a second, but that of a job of ten hours on hundreds of workers', () => {
  const above = hotKeys(measured.keys).filter((key) => load(key) > 500);
  expect(above.map(({ key }) => key)).toEqual(['one job of 704 segments, 704 workers']);
});

test('a personal deployment costs at most $1.75 a month at rest', () => {
  expect(sum(restCost(deployedResources('personal'), measured))).toBeLessThanOrEqual(1.75);
});

test('what is there is counted: alarms, pollers, dashboards, rules and their secret, endpoints and runs of the sweeper', () => {
  const resources: Record<string, object[]> = {
    'AWS::CloudWatch::Alarm': [
      {},
      { Metrics: [{ Expression: 'm0 + m1' }, { MetricStat: {} }, { MetricStat: {} }] },
    ],
    'AWS::CloudWatch::Dashboard': [{}],
    'AWS::Lambda::EventSourceMapping': [
      { ScalingConfig: { MaximumConcurrency: 2 } },
      {},
      { StartingPosition: 'TRIM_HORIZON' },
    ],
    'AWS::WAFv2::WebACL': [{ Rules: [{}, {}] }],
    'AWS::SecretsManager::Secret': [{}],
    'AWS::EC2::VPCEndpoint': [{ VpcEndpointType: 'Interface', SubnetIds: ['a', 'b'] }, {}],
    'AWS::Events::Rule': [{ ScheduleExpression: 'rate(5 minutes)' }, { EventPattern: {} }],
  };
  const sweep = { ...noUse(), s3Writes: 1 };
  const cost = restCost((type) => (resources[type] ?? []) as Record<string, unknown>[], { sweep });
  expect(cost).toMatchObject({ dashboard: 3, 'web ACL': 7.4, network: 14.6 });
  // An alarm on the sum of two metrics is paid for as two.
  expect(cost.alarms).toBeCloseTo(0.3);
  // Seven pollers ask three times a minute; 8,760 runs list uploads once each.
  expect(cost.polling).toBeCloseTo((7 * 3 * 60 * 730 * 0.4) / 1e6);
  expect(cost.sweeper).toBeCloseTo(8760 * (5e-6 + 0.2e-6 + 0.03 * (1769 / 1024) * 0.0000133334), 4);
});

describe('writes to an index', () => {
  const item = { accountId: 'a', videoId: 'v' };
  const due = { ...item, sweep: 'due', sweepAt: 1 };

  test.each([
    ['no entry stays none', item, { ...item, name: 'n' }, 0],
    ['an entry appears', undefined, due, 1],
    ['an entry goes', due, item, 1],
    ['an entry moves', due, { ...due, sweepAt: 2 }, 2],
    ['an entry stays as it is', due, { ...due, name: 'n' }, 0],
  ])('%s', (_, before, after, units) => {
    expect(indexWriteUnits(TABLES.videos, before, after)).toBe(units);
  });

  test('an index that shows the whole item changes with it', () => {
    const key = { keyHash: 'h', keyId: 'k', accountId: 'a', createdAt: 'c' };
    expect(indexWriteUnits(TABLES.keys, key, { ...key, lastUsedAt: 'now' })).toBe(1);
  });
});
