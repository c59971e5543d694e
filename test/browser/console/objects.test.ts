import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { screenshot } from '../support/screenshot.ts';
import { HOSTILE } from './support/changed-video.ts';
import { drawnBox, goToFrame } from './support/drawn-objects.ts';
import { HOSTILE_NAME } from './support/names.ts';
import { expectGoneVideo } from './support/refused-calls.ts';
import { type RunningConsole, signIn, test } from './support/running-console.ts';
import { threeObjects } from './support/three-objects.ts';

const objectsOf = async ({ api }: RunningConsole, id: string) =>
  (await api<{ objects: Record<string, StoredObject> }>('GET', `/api/videos/${id}/metadata`)).body.objects;

const list = (page: Page) => page.getByRole('tabpanel', { name: 'Objects' }).getByRole('listitem');
const lanes = (page: Page) =>
  page.getByRole('region', { name: 'When objects are seen' }).getByRole('listitem');
const searchOf = (page: Page): string => new URL(page.url()).search;

/** Opens a video, without labels in its picture. */
async function open(signedIn: (address: string) => Promise<Page>, id: string, search = ''): Promise<Page> {
  const page = await signedIn(`/videos/${id}${search}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.keyboard.press('n');
  return page;
}

const near = (x: number, y: number, right: number, bottom: number) => ({
  x: expect.closeTo(x, -0.3),
  y: expect.closeTo(y, -0.3),
  right: expect.closeTo(right, -0.3),
  bottom: expect.closeTo(bottom, -0.3),
});

test('boxes and surfaces are drawn where the document has them in that frame, and nowhere in hidden stretches', async ({
  signedIn,
  service,
}) => {
  const page = await open(signedIn, await threeObjects(service));
  await goToFrame(page, 20);
  await expect.poll(() => drawnBox(page, 'car')).toEqual(near(30, 20, 50, 50));
  expect(await drawnBox(page, 'truck')).toEqual(near(10, 60, 30, 90));
  expect(await drawnBox(page, 'sign')).toEqual(near(70, 60, 90, 90));
  await goToFrame(page, 60);
  await expect.poll(() => drawnBox(page, 'car')).toBeNull();
  expect(await drawnBox(page, 'truck')).not.toBeNull();
  await goToFrame(page, 75);
  await expect.poll(() => drawnBox(page, 'car')).toEqual(near(65, 30, 85, 60));
  expect(await drawnBox(page, 'truck')).toBeNull();
});

test('the player keeps its size whatever tab is open', { tags: 'long' }, async ({ signedIn, service }) => {
  const page = await open(signedIn, await threeObjects(service));
  const slider = page.getByRole('slider', { name: 'Position' });
  const widths = new Set<number | undefined>();
  for (const tab of ['Objects', 'Overlays', 'Detection', 'JSON', 'Versions']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    widths.add((await slider.boundingBox())?.width);
    await screenshot(page, `workspace-${tab}`);
  }
  expect(widths.size).toBe(1);
});

test('what was saved elsewhere is in the lanes and the list when the window comes into view', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await threeObjects(service);
  const asked = (page: Page) =>
    page.waitForResponse((answer) => answer.url().includes(`/console/api/videos/${id}/versions`));
  const page = await signedIn('/videos');
  const first = asked(page);
  await page.goto(`${service.origin}/videos/${id}`);
  await first;
  await lanes(page).filter({ hasText: 'Sign' }).waitFor();
  await service.api('PATCH', `/api/videos/${id}/objects/sign`, { json: { userLabel: 'Menu' } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await lanes(page).filter({ hasText: 'Menu' }).waitFor();
  await list(page).filter({ hasText: 'Menu' }).waitFor();
});

test('the frames and the confidence of a row stand on one line', { tags: 'long' }, async ({
  signedIn,
  service,
}) => {
  const page = await open(signedIn, await threeObjects(service));
  const row = list(page).filter({ hasText: 'truck' });
  const place = async (text: string) => {
    const { y, height } = (await row.getByText(text, { exact: true }).boundingBox()) ?? {};
    return { y, height };
  };
  expect(await place('40 %')).toEqual(await place('20–60'));
});

test('filters act on the picture, the lanes and the list alike, and are in the address', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await open(signedIn, await threeObjects(service));
  await goToFrame(page, 20);
  const shows = async (...ids: string[]) => {
    await expect.poll(() => list(page).count()).toBe(ids.length);
    expect(await lanes(page).count()).toBe(ids.length);
    for (const id of ['car', 'truck', 'sign']) {
      await expect.poll(async () => (await drawnBox(page, id)) !== null).toBe(ids.includes(id));
    }
  };
  await shows('car', 'truck', 'sign');
  await page.getByRole('searchbox', { name: 'Label' }).fill('SIGN');
  await shows('sign');
  await page.getByText('1 of 3 objects').waitFor();
  expect(searchOf(page)).toBe('?label=SIGN');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Boxes' }).click();
  await shows('car', 'truck');
  await page.getByRole('slider', { name: 'Min. confidence' }).fill('50');
  await shows('car');
  expect(searchOf(page)).toBe('?kind=box&confidence=50');
  await page.reload();
  await page.getByText('1 of 3 objects').waitFor();
  await expect.poll(() => lanes(page).count()).toBe(1);
});

test('an object is selected everywhere, and gone to where it begins and ends', { tags: 'long' }, async ({
  signedIn,
  service,
}) => {
  const page = await open(signedIn, await threeObjects(service));
  const position = page.getByRole('slider', { name: 'Position' });
  await list(page).getByRole('button', { name: /truck/ }).click();
  await lanes(page).getByRole('button', { name: 'truck', pressed: true }).waitFor();
  expect(searchOf(page)).toBe('?object=truck');
  await expect.poll(() => position.inputValue()).toBe('20');
  await page.keyboard.press(']');
  await expect.poll(() => position.inputValue()).toBe('60');
  await page.keyboard.press('[');
  await expect.poll(() => position.inputValue()).toBe('20');
  const details = page.getByRole('region', { name: 'truck' });
  await details.getByRole('button', { name: 'Last frame, 60' }).click();
  await expect.poll(() => position.inputValue()).toBe('60');
  await details.getByRole('button', { name: 'First frame, 20' }).click();
  await expect.poll(() => position.inputValue()).toBe('20');
});

test('an object that was hidden for a while says in which frames', { tags: 'long' }, async ({
  signedIn,
  service,
}) => {
  const page = await open(signedIn, await threeObjects(service));
  await list(page).getByRole('button', { name: /car/ }).click();
  const details = page.getByRole('region', { name: 'car' });
  await details.getByText('Not seen in').waitFor();
  await details.getByText('50–69', { exact: true }).waitFor();
  await list(page).getByRole('button', { name: /truck/ }).click();
  await page.getByRole('region', { name: 'truck' }).waitFor();
  expect(await page.getByText('Not seen in').count()).toBe(0);
});

test('an object that is chosen in the list is brought into view, and one that is in view stays in its frame', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await open(signedIn, await threeObjects(service));
  const position = page.getByRole('slider', { name: 'Position' });
  await goToFrame(page, 30);
  await list(page).getByRole('button', { name: /truck/ }).click();
  await page.getByRole('region', { name: 'truck' }).waitFor();
  expect(await position.inputValue()).toBe('30');
  await goToFrame(page, 70);
  await list(page).getByRole('button', { name: /truck/ }).click();
  await page.getByRole('region', { name: 'truck' }).waitFor({ state: 'detached' });
  expect(await position.inputValue()).toBe('70');
  await list(page).getByRole('button', { name: /truck/ }).click();
  await expect.poll(() => position.inputValue()).toBe('20');
});

test('a list that the filters leave nothing of says so', { tags: 'long' }, async ({ signedIn, service }) => {
  const page = await open(signedIn, await threeObjects(service));
  await page.getByRole('searchbox', { name: 'Label' }).fill('horse');
  await page.getByText('0 of 3 objects. None matches the filters.').waitFor();
});

test('an object is renamed, given data and deleted; its name is text wherever it appears', async ({
  signedIn,
  service,
}) => {
  const id = await threeObjects(service);
  const page = await open(signedIn, id, '?object=car');
  await page.getByLabel('Name', { exact: true }).fill(HOSTILE_NAME);
  await page.getByRole('button', { name: 'Rename' }).click();
  for (const rows of [list(page), lanes(page)]) await rows.getByText(HOSTILE_NAME, { exact: true }).waitFor();
  const heading = page.getByRole('heading', { level: 3 }).filter({ hasText: HOSTILE_NAME });
  const details = page.getByRole('region').filter({ has: heading });
  expect(await heading.innerText()).toBe(HOSTILE_NAME);

  await details.getByText('Custom data', { exact: true }).click();
  const data = details.getByLabel('Custom data as a JSON object');
  await data.fill('[1');
  await details.getByText('This is not a JSON object.').waitFor();
  expect(await details.getByRole('button', { name: 'Save data' }).isDisabled()).toBe(true);
  await data.fill(JSON.stringify({ note: HOSTILE }));
  await details.getByRole('button', { name: 'Save data' }).click();
  await details.getByRole('button', { name: 'Save data' }).waitFor({ state: 'detached' });
  expect((await objectsOf(service, id)).car).toMatchObject({
    userLabel: HOSTILE_NAME,
    customData: { note: HOSTILE },
  });

  await details.getByRole('button', { name: /^Delete <script>/ }).click();
  const question = page.getByRole('alertdialog').filter({ hasText: `Delete “${HOSTILE_NAME}”?` });
  await question.getByRole('button', { name: 'Delete object' }).click();
  await page.getByText('2 objects').waitFor();
  expect(await lanes(page).count()).toBe(2);
  expect(Object.keys(await objectsOf(service, id)).sort()).toEqual(['sign', 'truck']);
  await expect.poll(() => searchOf(page)).toBe('');
});

test('what was typed about an object outlasts another tab, another object and a reload, until it is saved or discarded', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await threeObjects(service);
  const page = await open(signedIn, id, '?object=car');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Taxi');
  await page.getByText('Custom data', { exact: true }).click();
  const data = page.getByLabel('Custom data as a JSON object');
  await data.fill('{ "seats":');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('tab', { name: 'Objects' }).click();
  expect([await name.inputValue(), await data.inputValue()]).toEqual(['Taxi', '{ "seats":']);
  await list(page).getByRole('button', { name: /truck/ }).click();
  expect(await name.inputValue()).toBe('');
  await page.reload();
  await list(page).getByRole('button', { name: /car/ }).getByText('not saved').waitFor();
  await list(page).getByRole('button', { name: /car/ }).click();
  expect([await name.inputValue(), await data.inputValue()]).toEqual(['Taxi', '{ "seats":']);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Taxi' }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('not saved').waitFor({ state: 'detached' });
  expect(await data.inputValue()).toBe('{}');
  expect((await objectsOf(service, id)).car).toMatchObject({ userLabel: 'Taxi', customData: {} });
});

test('the key that deletes asks about the selected object, and not while a text is typed', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await threeObjects(service);
  const page = await open(signedIn, id, '?object=truck');
  const question = page.getByRole('alertdialog', { name: 'Delete “truck”?' });
  await page.getByLabel('Name', { exact: true }).press('Delete');
  await list(page).getByRole('button', { name: /truck/ }).focus();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(Object.keys(await objectsOf(service, id))).toContain('truck');
});

test('a video that is deleted while nobody does anything is noticed by itself', { tags: 'long' }, async ({
  service,
  openPage,
}) => {
  const id = await threeObjects(service);
  const page = await openPage();
  await page.clock.install();
  await signIn(page, service, `/videos/${id}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await service.api('DELETE', `/api/videos/${id}`);
  expectGoneVideo(page);
  await page.clock.fastForward(31_000);
  await page.getByText('This video was deleted in the meantime.').waitFor();
});

test('a reading of the video that was under way when an object was renamed does not bring the old name back', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await threeObjects(service);
  const page = await open(signedIn, id, '?object=car');
  const taken = Promise.withResolvers<void>();
  const renamed = Promise.withResolvers<void>();
  await page.route(
    `**/console/api/videos/${id}`,
    async (route) => {
      const response = await route.fetch();
      taken.resolve();
      await renamed.promise;
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await page.clock.install();
  await page.clock.fastForward('00:11');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await taken.promise;
  await page.getByLabel('Name', { exact: true }).fill('Taxi');
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/console/api/videos/${id}`));
  await page.getByRole('button', { name: 'Rename' }).click();
  const heading = page.getByRole('heading', { level: 3 });
  await heading.getByText('Taxi').waitFor();
  renamed.resolve();
  await (await read).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await heading.innerText()).toBe('Taxi');
});

test('of a video that was deleted meanwhile nothing is changed; the page says why and keeps what was typed', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await threeObjects(service);
  const page = await open(signedIn, id, '?object=car');
  await page.getByLabel('Name', { exact: true }).fill('Taxi');
  await service.api('DELETE', `/api/videos/${id}`);
  expectGoneVideo(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('The name could not be saved.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Taxi');
  await page.getByText('This video was deleted in the meantime.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
});

test('a surface that was done while the document was on its way is read again', { tags: 'long' }, async ({
  service,
  openPage,
}) => {
  const id = await threeObjects(service);
  const page = await openPage();
  let answers = 0;
  await page.route(`**/console/api/videos/${id}`, async (route) => {
    const response = await route.fetch();
    answers += 1;
    if (answers > 1) return route.fulfill({ response });
    const video = await response.json();
    const { sign } = video.metadata.objects;
    Object.assign(sign, { tracked: false, lastFrame: 0, frameCount: 1, track: sign.track.slice(0, 1) });
    return route.fulfill({ response, json: video });
  });
  await signIn(page, service, `/videos/${id}?object=sign`);
  await page.getByText('Confidence in this frame: 90 %').waitFor();
  expect(answers).toBe(2);
});
