import { describe, expect, test } from 'vitest';
import { apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

interface Page {
  videos: {
    id: string;
    name: string;
    status: string;
    createdAt: string;
    updatedAt: string;
    duration: number;
  }[];
  total: number;
  page: number;
  nextCursor?: string;
}

const bench = await startWorkbench();
const { environment, apiUrl } = bench;
const { secret } = await createKey(environment, { account: 'lister' });
const api = apiOf({ apiUrl, apiKey: secret });

const NAMES = ['Harbour', 'harbour 2', 'Pier', 'ﬁsh market', 'Zoo'];
const ids: string[] = [];
for (const [i, name] of NAMES.entries())
  ids.push(await seedVideo(environment, { account: 'lister', name, processed: i !== 2 }));

const list = async (query = '') => (await api<Page>('GET', `/api/videos${query}`)).body;
const namesOf = ({ videos }: Page) => videos.map(({ name }) => name);

async function allPages(query: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  let number = 1;
  do {
    const page = await list(
      `?${new URLSearchParams({ ...query, pageSize: '2', ...(cursor && { cursor }) })}`,
    );
    expect(page.page).toBe(number++);
    names.push(...namesOf(page));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}

test('videos are found by a part of their name, in any case and form', async () => {
  expect(namesOf(await list('?name=HARB'))).toEqual(['harbour 2', 'Harbour']);
  expect(namesOf(await list('?name=FISH'))).toEqual(['ﬁsh market']);
  expect(await list('?name=nothing')).toMatchObject({ videos: [], total: 0 });
});

test('and by their state and dates', async () => {
  expect(namesOf(await list('?status=uploading'))).toEqual(['Pier']);
  expect((await list('?status=uploading&status=processed')).total).toBe(5);
  const { videos } = await list();
  const [, second] = videos;
  const created = encodeURIComponent(second?.createdAt ?? '');
  const [from, before] = [await list(`?createdFrom=${created}`), await list(`?createdBefore=${created}`)];
  expect([...namesOf(from), ...namesOf(before)]).toEqual(namesOf({ videos, total: 0, page: 1 }));
  expect(namesOf(from)).toContain(second?.name);
});

test.each([
  ['+02:00', 2],
  ['-03:00', -3],
])('a time may have the offset %s from UTC', async (offset, hours) => {
  const { videos } = await list();
  const created = new Date(videos[1]?.createdAt ?? '').getTime();
  const local = new Date(created + hours * 3_600_000).toISOString().replace('Z', offset);
  const found = await list(`?createdFrom=${encodeURIComponent(local)}`);
  expect(namesOf(found)).toEqual(namesOf(await list(`?createdFrom=${videos[1]?.createdAt}`)));
  expect(found.total).toBeLessThan(NAMES.length);
});

describe('pages that cursors lead through are the whole list', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, NAMES.toReversed()],
    [{ sort: 'createdAt' }, NAMES],
    [{ sort: 'name' }, ['ﬁsh market', 'Harbour', 'harbour 2', 'Pier', 'Zoo']],
    [{ sort: '-name', status: 'processed' }, ['Zoo', 'harbour 2', 'Harbour', 'ﬁsh market']],
    [{ sort: 'duration' }, ['Pier', 'Zoo', 'ﬁsh market', 'harbour 2', 'Harbour']],
  ])('%j', async (query, names) => {
    expect(await allPages(query)).toEqual(names);
    expect(namesOf(await list(`?${new URLSearchParams({ ...query, page: '2', pageSize: '2' })}`))).toEqual(
      names.slice(2, 4),
    );
  });

  test('of a restricted key, too', async () => {
    const { secret: restricted } = await createKey(environment, {
      account: 'lister',
      projectIds: ids.slice(0, 3),
    });
    const answer = await api<Page>('GET', '/api/videos?pageSize=2', { key: restricted });
    expect([namesOf(answer.body), answer.body.total]).toEqual([['Pier', 'harbour 2'], 3]);
    const next = `/api/videos?pageSize=2&cursor=${answer.body.nextCursor}`;
    expect(namesOf((await api<Page>('GET', next, { key: restricted })).body)).toEqual(['Harbour']);
  });

  test('without one that is deleted, and none twice, where the list changes meanwhile', async () => {
    const account = 'changing';
    const { secret: key } = await createKey(environment, { account });
    const names = ['a', 'b', 'c', 'd'];
    const made: string[] = [];
    for (const name of names) made.push(await seedVideo(environment, { account, name }));
    const first = (await api<Page>('GET', '/api/videos?pageSize=2', { key })).body;
    await seedVideo(environment, { account, name: 'e' });
    await api('DELETE', `/api/videos/${made[1]}`, { key });
    const next = await api<Page>('GET', `/api/videos?pageSize=2&cursor=${first.nextCursor}`, { key });
    expect([namesOf(first), namesOf(next.body)]).toEqual([['d', 'c'], ['a']]);
  });
});

test.each([
  ['status=gone', 'status'],
  ['createdFrom=yesterday', 'createdFrom'],
  ['sort=size', 'sort'],
  ['cursor=x', 'cursor'],
  ['name=', 'name'],
])('?%s is refused by name', async (query, field) => {
  const { status, body } = await api('GET', `/api/videos?${query}`);
  expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_PARAMETER', field]);
});

test('a cursor is refused beside a page, and in another list', async () => {
  const { nextCursor } = await list('?pageSize=2');
  const refused = async (query: string) =>
    (await api('GET', `/api/videos?cursor=${nextCursor}&${query}`)).body.error.field;
  expect(await refused('page=2')).toBe('page');
  expect(await refused('sort=name')).toBe('cursor');
});

describe('a video', () => {
  test('is renamed, whatever its state', async () => {
    for (const id of [ids[0], ids[2]]) {
      const { status, body } = await api<{ video: object }>('PATCH', `/api/videos/${id}`, {
        json: { name: 'Renamed' },
      });
      expect([status, body]).toEqual([
        200,
        { success: true, video: { id, name: 'Renamed', updatedAt: expect.any(String) } },
      ]);
      expect((await api<{ name: string }>('GET', `/api/videos/${id}`)).body.name).toBe('Renamed');
    }
  });

  test.each<[object, string, string]>([
    [{}, 'MISSING_PARAMETER', 'name'],
    [{ name: '' }, 'INVALID_PARAMETER', 'name'],
    [{ name: 'two\nlines' }, 'INVALID_PARAMETER', 'name'],
    [{ name: 'x', status: 'failed' }, 'INVALID_PARAMETER', 'status'],
  ])('is not renamed by %j', async (json, code, field) => {
    const { status, body } = await api('PATCH', `/api/videos/${ids[1]}`, { json });
    expect([status, body.error.code, body.error.field]).toEqual([400, code, field]);
  });

  test('that is deleted is not there again under its new name', async () => {
    const id = await seedVideo(environment, { account: 'lister' });
    await api('DELETE', `/api/videos/${id}`);
    const { status, body } = await api('PATCH', `/api/videos/${id}`, { json: { name: 'Back' } });
    expect([status, body.error.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
    expect(await list('?name=back')).toMatchObject({ total: 0 });
  });
});
