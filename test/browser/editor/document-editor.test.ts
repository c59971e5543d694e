import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sampledRows } from '../../support/run/long.ts';
import { apiOf } from '../../support/service/api.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import { HOSTILE_NAME } from '../console/support/names.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { test } from '../support/browser-test.ts';
import { emulateNetwork, NETWORKS } from '../support/network.ts';
import { LOOKS, screenshot } from '../support/screenshot.ts';
import { expectRefusals } from '../support/watched-page.ts';
import { serveEditor } from './editor-site.ts';

const service = await startTestService({ worker: false });
const api = apiOf(service);
const site = await serveEditor(service.apiUrl);

/** What a page is answered that asks for a deleted video. */
const GONE = /^404 [A-Z]+ \/api\/videos\//;

const HOSTILE = '<script>alert(1)</script> \u202Egnp. \u05E9\u05DC\u05D5\u05DD \u{1F3AC}';

const seed = (name = 'Titles') =>
  seedVideo(service, {
    parts: {
      ...trackedCars(['a', 'b']),
      layers: [{ id: 'l', name, overlays: [] }],
      variables: [{ id: 'v', value: 1 }],
    },
  });

const addressOf = (video: string, subject = 'ann'): string =>
  `${site.origin}/?${new URLSearchParams({ api: service.apiUrl, key: service.apiKey, video, subject })}`;

async function open(page: Page, video: string, subject = 'ann'): Promise<void> {
  await page.goto(addressOf(video, subject));
  await page.getByRole('textbox', { name: /^Document/ }).waitFor();
}

/** Puts another document in place of the one in the editor, by keyboard. */
async function retype(page: Page, video: string, change: (document: Document) => void): Promise<void> {
  const { body } = await api<Document>('GET', `/api/videos/${video}/metadata`);
  change(body);
  await page.getByRole('textbox', { name: /^Document/ }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify(body, null, 2));
}

interface Document {
  objects: Record<string, { userLabel: string | null }>;
  layers: { id: string; name: string; overlays: unknown[] }[];
  variables: { id: string; value: unknown }[];
  [name: string]: unknown;
}

const current = async (video: string) => (await api<Document>('GET', `/api/videos/${video}/metadata`)).body;

const save = (page: Page) => page.keyboard.press('Control+s');
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

test('a conflict between two windows is resolved place by place, by keyboard', async ({ openPage }) => {
  const video = await seed();
  const [first, second] = [await openPage(), await openPage()];
  await open(first, video, 'ann');
  await open(second, video, 'bob');
  await retype(first, video, (document) => {
    document.layers = [{ id: 'l', name: 'First', overlays: [] }];
    document.note = 'first';
  });
  await retype(second, video, (document) => {
    document.layers = [{ id: 'l', name: HOSTILE, overlays: [] }];
    document.variables = [{ id: 'v', value: 2 }];
  });
  await save(first);
  await said(first, 'Saved as version 2.');

  await save(second);
  const heading = second.getByRole('heading', { name: 'Version 2 was saved meanwhile' });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await said(second, '0 of 1 decided');
  expect(await second.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await accessibilityFaults(second)).toEqual([]);
  // The three values stand beside each other, or one below the other.
  for (const width of [620, 1280]) {
    await second.setViewportSize({ width, height: 800 });
    const tops = await second
      .getByRole('figure')
      .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect([1, 3]).toContain(new Set(tops).size);
  }
  await second.getByRole('radio', { name: 'Theirs' }).focus();
  await second.keyboard.press('ArrowUp');
  await second.keyboard.press('Space');
  await said(second, '1 of 1 decided');
  await second.getByRole('button', { name: 'Save' }).press('Enter');
  await said(second, 'Saved as version 3');
  expect(await current(video)).toMatchObject({
    layers: [{ name: HOSTILE }],
    variables: [{ value: 2 }],
    note: 'first',
  });
});

test('a value can be rewritten beside the other two', { tags: 'long' }, async ({ page }) => {
  const video = await seed();
  await open(page, video);
  await retype(page, video, (document) => Object.assign(document.variables[0] ?? {}, { value: 'mine' }));
  await api('PATCH', `/api/videos/${video}/metadata`, {
    json: { variables: [{ id: 'v', value: 'theirs' }] },
  });
  await save(page);
  await page.getByRole('radio', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'The value to save' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('"both"');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Saved as version 3');
  expect((await current(video)).variables).toEqual([{ id: 'v', value: 'both' }]);
});

describe('a draft', () => {
  test('survives a reload, and is seen by nobody else', { tags: 'long' }, async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await retype(page, video, (document) => Object.assign(document, { note: 'drafted' }));
    await said(page, 'Unsaved changes');
    page.on('dialog', (dialog) => dialog.accept());
    await open(page, video, 'bob');
    expect(await page.getByRole('button', { name: 'Discard' }).isDisabled()).toBe(true);
    await open(page, video, 'ann');
    await said(page, 'Your unsaved changes were brought back.');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved as version 2.');
    expect((await current(video)).note).toBe('drafted');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('is asked about before the page is left', async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await retype(page, video, (document) => Object.assign(document, { note: 'drafted' }));
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await said(page, 'Unsaved changes');
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
  });

  test('without room in the browser is reported', { tags: 'long' }, async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await page.evaluate(() => {
      for (let size = 2 ** 20; size >= 1; size /= 2) {
        try {
          for (let i = 0; ; i++) localStorage.setItem(`filler ${size} ${i}`, 'x'.repeat(size));
        } catch {}
      }
    });
    await retype(page, video, (document) => Object.assign(document, { note: 'drafted' }));
    await page.getByText('This browser has no room for a draft').waitFor();
    await save(page);
    await said(page, 'Saved as version 2.');
  });
});

test('faults are named, and led to by keyboard', { tags: 'long' }, async ({ page }) => {
  const video = await seed();
  await open(page, video);
  await retype(page, video, (document) => {
    document.videoDetails = { fps: 1 };
    document.objects = {};
  });
  const fault = page.getByRole('button', { name: /problems?: |cannot be changed|There is no/ });
  await fault.waitFor();
  await fault.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)).toBe('DIV');
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** The selection in the editor. */
const selected = (page: Page) =>
  page.evaluate(() => {
    const root = document.activeElement?.shadowRoot;
    return root?.querySelector('.cm-searchMatch-selected')?.textContent ?? null;
  });

test('content far below the drawn lines is found by keyboard, one match after the other, and replaced', {
  tags: 'long',
}, async ({ page }) => {
  const video = await seed();
  await open(page, video);
  const noteCount = 400;
  await retype(page, video, (document) => {
    document.notes = Array.from({ length: noteCount }, (_, i) => `note ${i}`);
    document.last = ['Needle', 'needle $1'];
  });
  await page.keyboard.press('Control+Home');
  expect(await page.getByText('Needle').count()).toBe(0);
  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel)).toBe(
    'Find',
  );
  await page.keyboard.type('needle');
  await expect.poll(() => selected(page)).toBe('Needle');
  await page.keyboard.press('Enter');
  await expect.poll(() => selected(page)).toBe('needle');
  await page.keyboard.press('Enter');
  await expect.poll(() => selected(page)).toBe('Needle');
  await page.getByRole('checkbox', { name: 'Match case' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => selected(page)).toBe('needle');
  await find.fill('nothing such');
  await said(page, 'Nothing found');
  expect(await accessibilityFaults(page)).toEqual([]);

  await find.fill('note ');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('$& ');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await said(page, `${noteCount} replaced`);
  await find.press('Escape');
  expect(await find.count()).toBe(0);
  await save(page);
  await said(page, 'Saved as version 2.');
  expect((await current(video)).notes).toEqual(Array.from({ length: noteCount }, (_, i) => `$& ${i}`));

  await page.getByRole('button', { name: 'Find in the text' }).click();
  await find.waitFor();
});

describe('states', () => {
  test('offline: the text stays, and is saved by another attempt', async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await retype(page, video, (document) => Object.assign(document, { note: 'typed' }));
    await emulateNetwork(page, NETWORKS.offline);
    await save(page);
    await page.getByText('The changes could not be saved; they are still here.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await emulateNetwork(page, NETWORKS.unlimited);
    await page.getByRole('button', { name: 'Try again' }).click();
    await said(page, 'Saved as version 2.');
  });

  test('unreadable: the reason is said, and no other attempt at the same text is offered', {
    tags: 'long',
  }, async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x');
    await said(page, 'Unsaved changes');
    await save(page);
    await page
      .getByText('The changes could not be saved; they are still here. Document cannot be read')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('deleted meanwhile: the text stays to be copied', { tags: 'long' }, async ({ page }) => {
    const video = await seed();
    await open(page, video);
    await retype(page, video, (document) => Object.assign(document, { note: 'typed' }));
    await api('DELETE', `/api/videos/${video}`);
    expectRefusals(page, GONE);
    await save(page);
    await page.getByText('This video was deleted in the meantime').waitFor();
    await page.getByRole('button', { name: 'Copy the text' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('not ready: there is no document yet', async ({ page }) => {
    const video = await seedVideo(service, { processed: false });
    await page.goto(addressOf(video));
    await page.getByRole('heading', { name: 'No document yet' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('deleted: nothing is there', async ({ page }) => {
    expectRefusals(page, GONE);
    await page.goto(addressOf('019aa000-0000-7000-8000-000000000000'));
    await page.getByRole('heading', { name: 'The video was deleted' }).waitFor();
  });
});

test.for(sampledRows(LOOKS))(
  'the editor and a conflict are accessible: $colorScheme, $viewport.width px',
  { tags: 'sampled' },
  async (look, { openPage }) => {
    const video = await seed(HOSTILE);
    const page = await openPage(look);
    await open(page, video);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'editor');
    await retype(page, video, (document) => {
      document.variables = [{ id: 'v', value: { text: HOSTILE } }];
      document.objects = {};
    });
    await api('PATCH', `/api/videos/${video}/metadata`, {
      json: { variables: [{ id: 'v', value: 2 }], objects: { a: { userLabel: HOSTILE_NAME } } },
    });
    await said(page, 'Unsaved changes');
    await screenshot(page, 'editor-dirty');
    await page.getByRole('button', { name: 'Find in the text' }).click();
    await page.getByRole('textbox', { name: 'Find' }).fill('text');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'editor-search');
    await save(page);
    await page.getByRole('radio', { name: 'Edit' }).first().click();
    await page.getByRole('textbox', { name: 'The value to save' }).waitFor();
    await screenshot(page, 'editor-conflict');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  },
);
