import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { type ConsolePerson, newPerson } from '../support/identity/console-person.ts';
import { startTestIssuer } from '../support/identity/test-issuer.ts';
import { waitingJob } from '../support/jobs/waiting-job.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { seedVideo } from '../support/videos/seed-video.ts';

let bench: Workbench;
let person: ConsolePerson;
let other: ConsolePerson;

/** Oldest first. */
const NAMES = [
  'Strandstraße',
  'Cafe\u0301 de Flore',
  'ΟΔΟΣ',
  'harbour 1',
  'Harbour 2',
  'HARBOUR 3',
  '100 % _x_',
];

beforeAll(async () => {
  const issuer = await startTestIssuer();
  bench = await startWorkbench();
  [person, other] = [await newPerson(bench, issuer), await newPerson(bench, issuer)];
  for (const name of NAMES) {
    const processed = !name.startsWith('HARBOUR');
    await seedVideo(bench.environment, { account: person.account, name, processed });
  }
  await seedVideo(bench.environment, { account: other.account, name: 'Harbour of another' });
});

interface Page {
  videos: { id: string; name: string; status: string }[];
  total: number;
  page: number;
  pageSize: number;
}

const search = async (query: Record<string, string>, as = person) =>
  (await as.call<Page & Partial<ErrorBody>>('GET', `search?${new URLSearchParams(query)}`)).body;

const names = ({ videos }: Page): string[] => videos.map(({ name }) => name);

describe('videos are found by a part of the name', () => {
  test.each([
    ['in any case', 'HaRbOuR', ['HARBOUR 3', 'Harbour 2', 'harbour 1']],
    ['in the other Unicode form', 'CAFÉ', ['Cafe\u0301 de Flore']],
    ['where one case has more letters', 'STRASSE', ['Strandstraße']],
    ['in the letters of the other case', 'strandstraße', ['Strandstraße']],
    ['where a letter has two small forms', 'οδοσ', ['ΟΔΟΣ']],
    ['in fullwidth letters', 'ｈａｒｂｏｕｒ', ['HARBOUR 3', 'Harbour 2', 'harbour 1']],
    ['whose characters mean nothing else', '% _', ['100 % _x_']],
    ['that none has', 'harbour.*', []],
  ])('%s', async (_, name, expected) => {
    const found = await search({ name });
    expect([names(found), found.total]).toEqual([expected, expected.length]);
  });
});

test('without name and status all are found, newest first, page by page', async () => {
  const newestFirst = NAMES.toReversed();
  expect(await search({})).toMatchObject({ total: NAMES.length, page: 1, pageSize: 20 });
  expect(names(await search({}))).toEqual(newestFirst);
  const second = await search({ page: '2', pageSize: '3' });
  expect(second).toMatchObject({ total: NAMES.length, page: 2, pageSize: 3 });
  expect(names(second)).toEqual(newestFirst.slice(3, 6));
  expect(names(await search({ page: '9' }))).toEqual([]);
});

test('a status and a name choose together', async () => {
  expect(names(await search({ status: 'uploading' }))).toEqual(['HARBOUR 3']);
  expect(names(await search({ status: 'processed', name: 'harbour' }))).toEqual(['Harbour 2', 'harbour 1']);
  expect(names(await search({ status: 'failed' }))).toEqual([]);
});

test('those of some ids are listed, without those that are unknown or of another account', async () => {
  const known = (await search({ name: 'harbour' })).videos.map(({ id }) => id);
  const foreign = (await search({}, other)).videos.map(({ id }) => id);
  const ids = [...known.toReversed(), ...foreign, '0198a1e0-51cb-7c11-9d20-6b8f0c4e7d35'].join(',');
  const found = await search({ ids });
  expect([names(found), found.total]).toEqual([['HARBOUR 3', 'Harbour 2', 'harbour 1'], 3]);
  expect(names(await search({ ids, status: 'uploading' }))).toEqual(['HARBOUR 3']);
});

test('the videos of another account are never found', async () => {
  expect(names(await search({ name: 'another' }))).toEqual([]);
  expect(names(await search({}, other))).toEqual(['Harbour of another']);
});

test.each<[Record<string, string>, string, object | undefined]>([
  [{ page: '0' }, 'page', { min: 1, max: 1_000_000_000, provided: 0 }],
  [{ pageSize: '101' }, 'pageSize', { min: 1, max: 100, provided: 101 }],
  [{ name: '' }, 'name', { min: 1, max: 255, provided: 0 }],
  [{ name: 'x'.repeat(256) }, 'name', { min: 1, max: 255, provided: 256 }],
  [{ status: 'deleted' }, 'status', undefined],
  [{ ids: 'a,b' }, 'ids', undefined],
  [{ ids: Array(101).fill('0198a1e0-51cb-7c11-9d20-6b8f0c4e7d35').join() }, 'ids', undefined],
])('%j is refused by name', async (query, field, details) => {
  expect((await search(query)).error).toMatchObject({
    code: 'INVALID_PARAMETER',
    field,
    ...(details && { details }),
  });
});

interface Processing {
  job: { jobId: string; status: string } | null;
  model: { id: string; labels: string[]; fallback: boolean };
  clip: boolean;
}

const newest = async () => (await search({ status: 'processed' })).videos[0]?.id ?? '';

test('what a job may be asked for is what the start of a job accepts', async () => {
  const { body } = await person.call<Processing>('GET', `videos/${await newest()}/processing`);
  expect(body).toMatchObject({
    model: { id: 'moving-object', labels: ['object'], fallback: true },
    clip: false,
  });
  const start = (json: object) => person.call('POST', 'videos/unknown/process', { json });
  expect((await start({ labels: body.model.labels })).body.error.code).toBe('VIDEO_NOT_FOUND');
  const unknown = await start({ labels: ['boat'] });
  expect(unknown.body.error.details).toMatchObject({ labels: body.model.labels });
  expect((await start({ labels: ['boat'], enableClip: true })).body.error.field).toBe('enableClip');
});

test('a video that was never processed has no job, which is no error; one that was has its latest', async () => {
  const id = await newest();
  const read = () => person.call<Processing>('GET', `videos/${id}/processing`);
  expect(await read()).toMatchObject({ status: 200, body: { job: null } });
  const accountId = (await person.call<{ id: string }>('GET', 'account')).body.id;
  await openJobs(bench.environment).claim(waitingJob({ accountId, videoId: id, jobId: 'job' }));
  expect(await read()).toMatchObject({ status: 200, body: { job: { jobId: 'job', status: 'queued' } } });
  expect((await other.call<ErrorBody>('GET', `videos/${id}/processing`)).body.error.code).toBe('NOT_OWNER');
});
