import { describe, expect, test } from 'vitest';
import type { BoxKeyframe } from '../../../shared/contract/schemas/metadata.ts';
import { foundByHand } from '../../fuzz/queries/brute-force.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { trackedCrowd } from '../../support/videos/tracked-crowd.ts';

interface Page {
  objects: { id: string; label?: string; userLabel?: string | null; confidence?: number }[];
  nextCursor?: string;
}

interface InFrame {
  frame: number;
  time: number;
  objects: { id: string; box: object }[];
}

const bench = await startWorkbench();
const { api, environment } = bench;
const CARS = ['obj_000000000001', 'obj_000000000002', 'obj_000000000003'];
const cars = () => seedVideo(environment, { parts: trackedCars(CARS) });
const crowd = trackedCrowd(1500, 20);
const crowded = await seedVideo(environment, { parts: crowd });

const list = (id: string, query = '') => api<Page>('GET', `/api/videos/${id}/objects${query}`);
const idsOf = ({ body }: { body: Page }) => body.objects.map(({ id }) => id);

describe('a document of 1,500 objects, which is stored in blocks', () => {
  const samples = Object.values(crowd.objects).map((object) => ({
    object,
    track: crowd.tracks[object.id] ?? [],
  }));

  test.each<Record<string, string>>([
    {},
    { minConfidence: '0.4', sort: '-confidence' },
    { fromFrame: '700', toFrame: '760', region: '0.1,0.1,0.2,0.2' },
    { hidden: 'false', fromFrame: '1490' },
    { region: '0,0,0.05,0.05', sort: '-id' },
  ])('is searched as a whole, and page by page, with %j', async (query) => {
    const wanted = foundByHand(samples, query);
    const whole = new URLSearchParams(query);
    expect(idsOf(await list(crowded, `?${whole}`))).toEqual(wanted);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = new URLSearchParams({ ...query, limit: '400', ...(cursor !== undefined && { cursor }) });
      const answer = await list(crowded, `?${page}`);
      found.push(...idsOf(answer));
      cursor = answer.body.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual(wanted);
  });

  test('is read in part for the track of one of them', async () => {
    let bytes = 0;
    using _ = interceptCalls(async (call, proceed) => {
      const { Range } = call.input as { Range?: string };
      const [from = 0, to = 0] = Range?.match(/\d+/g)?.map(Number) ?? [];
      bytes += to - from;
      return proceed();
    });
    const [id = ''] = Object.keys(crowd.objects).slice(700);
    const { body } = await api<{ track: object[] }>('GET', `/api/videos/${crowded}/objects/${id}`);
    expect(body.track).toEqual(crowd.tracks[id]);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(200_000);
  });
});

test('pages are of the version of the first one, whatever is changed meanwhile', async () => {
  const id = await cars();
  const { body } = await list(id, '?limit=1');
  await api('DELETE', `/api/videos/${id}/objects/${CARS[1]}`);
  await api('PATCH', `/api/videos/${id}/objects/${CARS[2]}`, { json: { userLabel: 'Later' } });
  const next = await list(id, `?limit=5&cursor=${body.nextCursor}`);
  expect(next.headers.get('etag')).toContain('"1"');
  expect(idsOf(next)).toEqual(CARS.slice(1));
  expect(next.body.objects.map(({ userLabel }) => userLabel)).toEqual([null, null]);
  expect(idsOf(await list(id, '?userLabel=LATER'))).toEqual([CARS[2]]);
  expect(idsOf(await list(id, '?userLabel=LATER&version=1'))).toEqual([]);
});

test('a parameter that is repeated admits any of its values, and `fields` leaves only what is named', async () => {
  const id = await cars();
  await api('PATCH', `/api/videos/${id}/objects/${CARS[0]}`, { json: { customData: { team: 'red', n: 7 } } });
  await api('PATCH', `/api/videos/${id}/objects/${CARS[1]}`, { json: { customData: { team: 'blue' } } });
  expect(idsOf(await list(id, '?customData=team=red&customData=team=blue'))).toEqual(CARS.slice(0, 2));
  expect(idsOf(await list(id, '?customData=team&customData=n=7'))).toEqual(CARS.slice(0, 1));
  const { body } = await list(id, '?label=car&label=bus&fields=label,confidence&limit=1');
  expect(body.objects).toEqual([{ id: CARS[0], label: 'car', confidence: 0.9 }]);
});

test.each([
  ['label=', 'label'],
  ['customData==x', 'customData'],
  ['kind=circle', 'kind'],
  ['minConfidence=2', 'minConfidence'],
  ['minConfidence=high', 'minConfidence'],
  ['minConfidence=0.9&maxConfidence=0.1', 'maxConfidence'],
  ['fromFrame=5&toFrame=4', 'toFrame'],
  ['fromFrame=-1', 'fromFrame'],
  ['fromFrame=1&toTime=4', 'toTime'],
  ['region=0,0,1', 'region'],
  ['region=0,0,-1,1', 'region'],
  ['hidden=1', 'hidden'],
  ['sort=size', 'sort'],
  ['fields=id,size', 'fields'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['cursor=abc', 'cursor'],
  ['lable=car', 'lable'],
])('?%s is refused by name', async (query, field) => {
  const { status, body } = await api('GET', `/api/videos/${crowded}/objects?${query}`);
  expect([status, body.error.code, body.error.field]).toEqual([400, 'INVALID_PARAMETER', field]);
});

test('a cursor leads on in its own list alone', async () => {
  const { body } = await list(crowded, '?limit=1&label=person');
  const other = await api('GET', `/api/videos/${crowded}/objects?limit=1&cursor=${body.nextCursor}`);
  expect([other.status, other.body.error.field]).toEqual([400, 'cursor']);
});

describe('an object', () => {
  test('that is not there is 404, in an older version, too', async () => {
    const id = await cars();
    await api('DELETE', `/api/videos/${id}/objects/${CARS[0]}`);
    const gone = await api('GET', `/api/videos/${id}/objects/${CARS[0]}`);
    expect([gone.status, gone.body.error.code]).toEqual([404, 'OBJECT_NOT_FOUND']);
    expect((await api('GET', `/api/videos/${id}/objects/${CARS[0]}?version=1`)).status).toBe(200);
    const never = await api('GET', `/api/videos/${id}/objects/${CARS[0]}?version=9`);
    expect([never.status, never.body.error.code]).toEqual([404, 'VERSION_NOT_FOUND']);
    expect((await api('GET', `/api/videos/${id}/objects/toString`)).status).toBe(404);
  });

  test('is not sent again to who has it', async () => {
    const id = await cars();
    const target = `/api/videos/${id}/objects/${CARS[0]}`;
    const headers = { 'If-None-Match': '"1"' };
    expect((await api('GET', target, { headers })).status).toBe(304);
    await api('PATCH', target, { json: { userLabel: 'New' } });
    expect((await api('GET', target, { headers })).status).toBe(200);
  });
});

describe('the objects of a frame', async () => {
  const id = await ingestedVideo(bench, await shortClip(1));
  const { body: empty } = await api<InFrame>('GET', `/api/videos/${id}/frames/0/objects`);

  test('are none where nothing was detected', () => {
    expect(empty).toEqual({ frame: 0, time: 0, objects: [] });
  });

  test.each([
    ['/frames/1000/objects', 'frame'],
    ['/frames/x/objects', 'frame'],
    ['/frames/objects?at=1000', 'at'],
    ['/frames/objects?at=-1', 'at'],
    ['/frames/objects?at=soon', 'at'],
  ])('GET …%s is refused by name', async (target, field) => {
    const { status, body } = await api('GET', `/api/videos/${id}${target}`);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  test('a time is required', async () => {
    const { status, body } = await api('GET', `/api/videos/${id}/frames/objects`);
    expect([status, body.error.code]).toEqual([400, 'MISSING_PARAMETER']);
  });
});

test('positions are those of the track', async () => {
  const [id = ''] = Object.keys(crowd.objects).slice(100);
  const target = `/api/videos/${crowded}/objects/${id}?frames=104,99,110`;
  const { body } = await api<{ positions: { frame: number; box: object }[] }>('GET', target);
  const keyframes = crowd.tracks[id] as BoxKeyframe[];
  const boxes = [104, 110].map((frame) => {
    const { x, y, width, height } = keyframes.find((keyframe) => keyframe.frame === frame) as BoxKeyframe;
    return { frame, box: { x, y, width, height } };
  });
  expect(body.positions).toEqual(boxes);
  expect(body).not.toHaveProperty('track');
});
