/** @module-tag long */
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect } from 'vitest';
import {
  drag,
  layersOf,
  newVideo,
  openTab,
  pictureBox,
  saved,
  title,
} from '../console/support/overlays-tab.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';

test('a text is added, placed by mouse, and saved as an overlay of a new layer', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service);
  const page = await openTab(signedIn, id);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Ferry at dusk');
  await page.getByLabel('Name', { exact: true }).fill('Ferry');
  await drag(page, { x: 0.5, y: 0.5 }, { x: 0.3, y: 0.75 });
  await page.getByRole('button', { name: 'Add to the video' }).click();
  await saved(page);
  const [layer] = await layersOf(service, id);
  expect(layer?.overlays).toEqual([
    {
      id: expect.any(String),
      name: 'Ferry',
      position: { x: expect.closeTo(0.3, 2), y: expect.closeTo(0.75, 2) },
      plugin: { type: 'core:text', config: expect.objectContaining({ text: 'Ferry at dusk' }) },
    },
  ]);
  await page.getByText('Overlay added', { exact: true }).waitFor();
  // It is selected in the list, and seen on the picture where it was put.
  await page.getByRole('button', { name: 'Ferry', pressed: true }).waitFor();
  const mover = await page.getByRole('button', { name: 'Move Ferry', exact: true }).boundingBox();
  const box = await pictureBox(page);
  expect(mover && (mover.x + mover.width / 2 - box.x) / box.width).toBeCloseTo(0.3, 1);
});

test('a new text takes the keys at once, and goes to where the picture is clicked first', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service);
  const page = await openTab(signedIn, id);
  await page.keyboard.press('t');
  await page.getByText('Click in the picture where it belongs.').waitFor();
  await page.keyboard.type('Pier 7');
  const { x, y, width, height } = await pictureBox(page);
  await page.mouse.click(x + 0.25 * width, y + 0.8 * height);
  await page.getByText('Click in the picture where it belongs.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add to the video' }).click();
  await saved(page);
  const [overlay] = (await layersOf(service, id))[0]?.overlays ?? [];
  expect(overlay).toMatchObject({
    position: { x: expect.closeTo(0.25, 2), y: expect.closeTo(0.8, 2) },
    plugin: { config: { text: 'Pier 7' } },
  });
});

test('an overlay that is chosen in the list is brought into view, unless it is already', async ({
  signedIn,
  service,
}) => {
  const late = {
    id: 'late',
    name: 'Late',
    plugin: { type: 'core:text', config: { text: 'Late', firstFrame: 20 } },
  };
  const page = await openTab(
    signedIn,
    await newVideo(service, [{ ...title, overlays: [...title.overlays, late] }]),
  );
  const position = page.getByRole('slider', { name: 'Position' });
  await page.getByRole('button', { name: /^Late/ }).click();
  await expect.poll(() => position.inputValue()).toBe('20');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Title' }).waitFor();
  expect(await position.inputValue()).toBe('20');
});

test('the frame around a new shape lies beyond its outline, which is seen in its whole width', async ({
  signedIn,
  service,
}) => {
  const page = await openTab(signedIn, await newVideo(service));
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Shape' }).click();
  await page.getByRole('button', { name: 'Move Shape', exact: true }).waitFor();
  const { x, y, width, height } = await pictureBox(page);
  // Down the middle of the picture, as far as above the shape's own middle.
  const column = { x: Math.round(x + width / 2), y, width: 1, height: height / 2 };
  const shot = PNG.sync.read(await page.screenshot({ clip: column }));
  const rows = (isIt: (red: number, green: number, blue: number) => boolean): number[] =>
    Array.from({ length: shot.height }, (_, row) => row).filter((row) => {
      const [red = 0, green = 0, blue = 0] = shot.data.subarray(4 * row, 4 * row + 3);
      return isIt(red, green, blue);
    });
  const outline = rows((red, _, blue) => red > 200 && blue < 90);
  const frame = rows((red, green, blue) => red < 140 && green > 170 && blue > 200);
  // 0.8 % of the picture's height; a row at each edge may be mixed.
  expect(outline.length).toBeGreaterThanOrEqual(Math.floor(0.008 * height) - 1);
  expect(frame.length).toBeGreaterThan(0);
  expect(Math.max(...frame)).toBeLessThan(Math.min(...outline));
});

test('the key that deletes asks about the selected overlay', async ({ signedIn, service }) => {
  const id = await newVideo(service, [title]);
  const page = await openTab(signedIn, id, 'Title');
  await page.getByRole('button', { name: 'Move Title', exact: true }).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete “Title”?' });
  await question.getByRole('button', { name: 'Delete overlay' }).click();
  await page.getByText('Overlay deleted', { exact: true }).waitFor();
  expect((await layersOf(service, id))[0]?.overlays).toEqual([]);
});

test('an overlay is moved and resized by mouse, about the corner across or with Alt its middle; what its config has besides is kept', async ({
  signedIn,
  service,
}) => {
  const shape = {
    id: 's',
    name: 'Sign',
    position: { x: 0.5, y: 0.5 },
    plugin: {
      type: 'core:shape',
      config: { shape: 'ellipse', width: 0.2, height: 0.4, mine: { kept: true } },
    },
  };
  const id = await newVideo(service, [{ id: 'l', overlays: [shape] }]);
  const page = await openTab(signedIn, id);
  const box = await pictureBox(page);
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await page.getByRole('heading', { name: 'Sign' }).waitFor();
  await drag(page, { x: 0.5, y: 0.5 }, { x: 0.4, y: 0.6 });
  await drag(page, { x: 0.5, y: 0.8 }, { x: 0.6, y: 0.7 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved(page);
  const overlay = async () => (await layersOf(service, id))[0]?.overlays[0];
  const config = (width: number, height: number) => ({
    shape: 'ellipse',
    width: expect.closeTo(width, 2),
    height: expect.closeTo(height, 2),
    mine: { kept: true },
  });
  expect(await overlay()).toEqual({
    ...shape,
    position: { x: expect.closeTo(0.45, 2), y: expect.closeTo(0.55, 2) },
    plugin: { type: 'core:shape', config: config(0.3, 0.3) },
  });
  await page.keyboard.down('Alt');
  await drag(page, { x: 0.6, y: 0.7 }, { x: 0.65, y: 0.65 });
  await page.keyboard.up('Alt');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved(page);
  expect(await overlay()).toEqual({
    ...shape,
    position: { x: expect.closeTo(0.45, 2), y: expect.closeTo(0.55, 2) },
    plugin: { type: 'core:shape', config: config(0.4, 0.2) },
  });
});

test('an overlay is selected, moved, resized and saved by keyboard alone', async ({ signedIn, service }) => {
  const id = await newVideo(service, [title]);
  const page = await openTab(signedIn, id);
  await page.getByRole('button', { name: 'Title', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move Title', exact: true }).focus();
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const upperLeft = async () => {
    const box = await page.getByRole('button', { name: 'Move Title', exact: true }).boundingBox();
    return [box?.x, box?.y].map((length) => Math.round(length ?? Number.NaN));
  };
  const before = await upperLeft();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  expect(await upperLeft()).toEqual(before);
  await page.getByLabel('From frame').fill('3');
  await page.getByLabel('To frame').fill('12');
  await page.keyboard.press('Enter');
  await saved(page);
  const [overlay] = (await layersOf(service, id))[0]?.overlays ?? [];
  expect(overlay).toMatchObject({
    position: { x: expect.closeTo(0.52, 2), y: expect.closeTo(0.201, 2) },
    plugin: { config: { text: 'Harbour', mine: 'kept', size: 0.102, firstFrame: 3, lastFrame: 12 } },
  });
});

test('an overlay that the address selects is outlined without a complaint of the browser', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service, [title]);
  const page = await signedIn('/videos');
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${service.origin}/videos/${id}?tab=overlays&overlay=titles%2Ft1`);
  await page.getByRole('button', { name: 'Move Title', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('an image is kept in the document as a data: URL, made smaller where it is too large', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service);
  const page = await openTab(signedIn, id);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Image' }).click();
  const png = new PNG({ width: 5000, height: 20 });
  png.data.fill(200);
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: PNG.sync.write(png) };
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file);
  await page.getByLabel('Another picture').waitFor();
  await page.getByRole('button', { name: 'Add to the video' }).click();
  await saved(page);
  const [overlay] = (await layersOf(service, id))[0]?.overlays ?? [];
  expect(overlay?.plugin?.config.source).toMatch(/^data:image\/(webp|png);base64,/);
  await page
    .getByLabel('Another picture')
    .setInputFiles({ ...file, name: 'a.svg', mimeType: 'image/svg+xml' });
  await page.getByText('Only PNG, JPEG and WebP pictures can be shown.').waitFor();
});

describe('when others edit the same document', () => {
  const change = (service: RunningConsole, id: string, overlay: Record<string, unknown>) =>
    service.api('PATCH', `/api/videos/${id}/metadata`, {
      json: { layers: [{ id: 'titles', overlays: [overlay] }] },
    });
  const type = (page: Page, text: string) =>
    page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

  test('what they change elsewhere is kept, without a question', async ({ signedIn, service }) => {
    const id = await newVideo(service, [title]);
    const page = await openTab(signedIn, id, 'Title');
    await type(page, 'Mine');
    await change(service, id, { id: 't1', name: 'Theirs' });
    await save(page);
    await saved(page);
    await type(page, 'Mine again');
    await change(service, id, { id: 't2', name: 'New' });
    await save(page);
    await saved(page);
    const [layer] = await layersOf(service, id);
    expect(layer?.overlays).toMatchObject([
      { id: 't1', name: 'Theirs', plugin: { config: { text: 'Mine again', mine: 'kept' } } },
      { id: 't2', name: 'New' },
    ]);
  });

  test.for([
    ['mine is saved over theirs', 'Save mine', 'Mine'],
    ['theirs is taken', 'Take theirs, drop mine', 'Theirs'],
  ] as const)(
    'at the same place nothing is saved until it is decided: %s',
    async ([, choice, outcome], { signedIn, service }) => {
      const id = await newVideo(service, [title]);
      const page = await openTab(signedIn, id, 'Title');
      await type(page, 'Mine');
      await change(service, id, { id: 't1', plugin: { config: { text: 'Theirs' } } });
      await save(page);
      await page.getByText('Somebody has changed the same meanwhile.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Mine');
      expect((await layersOf(service, id))[0]?.overlays[0]?.plugin?.config.text).toBe('Theirs');
      await page.getByRole('button', { name: choice }).click();
      await saved(page);
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue())
        .toBe(outcome);
      expect((await layersOf(service, id))[0]?.overlays[0]?.plugin?.config.text).toBe(outcome);
    },
  );
});

test('layers are made, renamed, hidden, ordered and deleted, and overlays deleted, each by its name', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service, [title]);
  const page = await openTab(signedIn, id);
  const state = async () => (await layersOf(service, id)).map(({ name, visible = true }) => [name, visible]);
  await page.getByRole('button', { name: 'New layer' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Signs');
  await page.getByRole('button', { name: 'Create layer' }).click();
  await expect.poll(state).toEqual([
    ['Titles', true],
    ['Signs', true],
  ]);

  const menu = async (layer: string, item: string) => {
    await page.getByRole('button', { name: `Layer ${layer}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Signs', 'Rename');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('<script>alert(1)</script> שלט');
  await page.getByRole('button', { name: 'Rename' }).click();
  const odd = '<script>alert(1)</script> שלט';
  await expect.poll(state).toEqual([
    ['Titles', true],
    [odd, true],
  ]);
  await menu('Titles', 'Move up');
  await expect.poll(state).toEqual([
    [odd, true],
    ['Titles', true],
  ]);
  await page.getByRole('button', { name: 'Layer Titles is shown' }).click();
  await expect.poll(state).toEqual([
    [odd, true],
    ['Titles', false],
  ]);

  await menu(odd, 'Delete layer');
  await page
    .getByRole('alertdialog', { name: `Delete the layer “${odd}”?` })
    .getByRole('button', { name: 'Delete layer' })
    .click();
  await expect.poll(state).toEqual([['Titles', false]]);
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Title' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete “Title”?' })
    .getByRole('button', { name: 'Delete overlay' })
    .click();
  await expect.poll(async () => (await layersOf(service, id))[0]?.overlays).toEqual([]);
});

test.for(LOOKS)(
  'the tab is accessible with an overlay of each type ($colorScheme, $viewport.width px)',
  async (look, { signedIn, service }) => {
    const core = (type: string, config: Record<string, unknown>, x: number, y: number) => ({
      id: type,
      position: { x, y },
      plugin: { type, config },
    });
    const png = new PNG({ width: 40, height: 30 });
    for (let i = 0; i < 1200; i++) png.data.set([255, i / 5, 0, 255], 4 * i);
    const id = await newVideo(service, [
      title,
      {
        id: 'signs',
        name: 'Signs שלטים 🪧',
        overlays: [
          core(
            'core:shape',
            { shape: 'arrow', width: 0.3, height: 0.3, stroke: '#ffcc00', strokeWidth: 0.02 },
            0.2,
            0.6,
          ),
          core(
            'core:image',
            { source: `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`, width: 0.2 },
            0.8,
            0.6,
          ),
          core('core:image', { source: 'https://example.org/logo.png', width: 0.4 }, 0.5, 0.85),
          core('user:clock', { any: 'thing' }, 0.5, 0.5),
        ].map((overlay, i) => ({ ...overlay, id: `o${i}` })),
      },
    ]);
    const page = await openTab((target) => signedIn(target, look), id);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'overlays');
    for (const [name, shot] of [
      ['Title', 'text'],
      ['Shape', 'shape'],
      ['user:clock', 'other'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded();
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, `overlays-${shot}`);
    }
  },
);
