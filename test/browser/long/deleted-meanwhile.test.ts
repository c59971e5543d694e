/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { documentOf, editor, retype, save } from '../console/support/json-editor.ts';
import { expectGoneVideo } from '../console/support/refused-calls.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';

const REASON = 'There is no such video.';
const OF_THE_PAGE = 'This video was deleted in the meantime. What you see is how it was read last';

/** A video with three versions. */
async function newVideo(service: RunningConsole): Promise<string> {
  const id = await threeObjects(service);
  await service.api('PATCH', `/api/videos/${id}/objects/truck`, { json: { userLabel: 'Lorry' } });
  return id;
}

interface Tab {
  /** The first thing that is done on the tab after the video is gone. */
  act: (page: Page) => Promise<void>;
  reported: (page: Page) => Locator;
}

const TABS: Readonly<Record<string, Tab>> = {
  '?object=car': {
    async act(page) {
      await page.getByLabel('Name', { exact: true }).fill('Taxi');
      await page.getByRole('button', { name: 'Rename' }).click();
    },
    reported: (page) => page.getByText(`The name could not be saved. ${REASON}`),
  },
  '?object=truck': {
    async act(page) {
      await page.getByRole('button', { name: 'Delete Lorry' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete object' }).click();
    },
    reported: (page) => page.getByRole('alertdialog').getByText(REASON),
  },
  '?tab=overlays': {
    async act(page) {
      await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
      await page.getByRole('menuitem', { name: 'Text' }).click();
      await page.getByRole('button', { name: 'Add to the video' }).click();
    },
    reported: (page) => page.getByText(`The overlays could not be saved. ${REASON}`),
  },
  '?tab=json': {
    act: (page) => save(page),
    reported: (page) =>
      page.getByText('This video was deleted in the meantime, so the changes cannot be saved.'),
  },
  '?tab=versions': {
    act: (page) => page.getByRole('button', { name: /^Version 2/ }).click(),
    reported: (page) => page.getByRole('heading', { name: 'The video was deleted' }),
  },
};

/** All that this browser keeps of a video, as text. */
const keptOf = (page: Page, id: string): Promise<string> =>
  page.evaluate(
    (video) => JSON.stringify(Object.entries(localStorage).filter(([name]) => name.includes(video))),
    id,
  );

/** Leaves an overlay, a name and the JSON changed and not saved; the last is in view. */
async function typeDrafts(service: RunningConsole, page: Page, id: string): Promise<void> {
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Typed name');
  await page.getByRole('tab', { name: 'Overlays' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Typed overlay');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await editor(page).waitFor();
  await retype(page, await documentOf(service, id), { note: 'Typed JSON' });
  for (const text of ['Typed name', 'Typed overlay', 'Typed JSON'])
    await expect.poll(() => keptOf(page, id)).toContain(text);
}

const KEPT_NOTHING = JSON.stringify([]);

describe('drafts of a video', () => {
  test('go from this browser when it is deleted here', async ({ service, signedIn }) => {
    const id = await newVideo(service);
    const page = await signedIn(`/videos/${id}?object=car`);
    page.on('dialog', (dialog) => dialog.accept());
    await typeDrafts(service, page, id);
    await page.getByRole('button', { name: 'Delete video' }).click();
    expectGoneVideo(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }).click();
    await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
    expect(await keptOf(page, id)).toBe(KEPT_NOTHING);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
    expect(await keptOf(page, id)).toBe(KEPT_NOTHING);
  });

  test('go when it is found deleted, and what was typed stays in view until the page is left', async ({
    service,
    signedIn,
  }) => {
    const id = await newVideo(service);
    const page = await signedIn(`/videos/${id}?object=car`);
    page.on('dialog', (dialog) => dialog.accept());
    await typeDrafts(service, page, id);
    await service.api('DELETE', `/api/videos/${id}`);
    expectGoneVideo(page);
    await save(page);
    await page.getByText('This video was deleted in the meantime, so the changes cannot be saved.').waitFor();
    await expect.poll(() => keptOf(page, id)).toBe(KEPT_NOTHING);
    expect(await editor(page).textContent()).toContain('Typed JSON');
    await page.getByText(OF_THE_PAGE).waitFor();
    await page.getByRole('link', { name: 'Videos' }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByText(/The video was deleted: .* lost/).waitFor();
    await page.goto(`${service.origin}/videos`);
    await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
    expect(await keptOf(page, id)).toBe(KEPT_NOTHING);
  });

  test('go when its page is opened after it was deleted elsewhere', async ({ service, signedIn }) => {
    const id = await newVideo(service);
    const page = await signedIn(`/videos/${id}?object=car`);
    page.on('dialog', (dialog) => dialog.accept());
    await typeDrafts(service, page, id);
    await page.goto('about:blank');
    await service.api('DELETE', `/api/videos/${id}`);
    expectGoneVideo(page);
    await page.goto(`${service.origin}/videos/${id}`);
    await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
    await expect.poll(() => keptOf(page, id)).toBe(KEPT_NOTHING);
  });
});

describe('a video that is deleted while it is open', () => {
  test.for(Object.entries(TABS))(
    'is reported as gone by the next action, without a reload: %s',
    async ([address, { act, reported }], { service, signedIn }) => {
      const id = await newVideo(service);
      const page = await signedIn(`/videos/${id}${address}`);
      await page.getByRole('slider', { name: 'Position' }).waitFor();
      if (address === '?tab=json') {
        await editor(page).waitFor();
        await retype(page, await documentOf(service, id), { note: 'typed' });
      }
      if (address === '?tab=versions')
        await page.getByRole('status').filter({ hasText: '1 change' }).waitFor();
      expect((await service.api('DELETE', `/api/videos/${id}`)).status).toBe(200);
      expectGoneVideo(page);
      await act(page);
      await reported(page).waitFor();
    },
  );

  test('is reported as gone when one comes back to its tab', async ({ service, signedIn }) => {
    const id = await newVideo(service);
    const page = await signedIn(`/videos/${id}`);
    await page.clock.install();
    await page.getByRole('slider', { name: 'Position' }).waitFor();
    await service.api('DELETE', `/api/videos/${id}`);
    expectGoneVideo(page);
    // What was read less than ten seconds ago is not read again.
    await page.clock.fastForward('00:11');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByText(OF_THE_PAGE).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
    await page.getByRole('link', { name: 'Go to your videos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
  });

  test('is opened from a list that was read before: the page says that it is gone', async ({
    service,
    signedIn,
  }) => {
    const id = await newVideo(service);
    const page = await signedIn('/videos');
    const item = page.getByRole('link', { name: 'Shapes' }).first();
    await item.waitFor();
    await service.api('DELETE', `/api/videos/${id}`);
    expectGoneVideo(page);
    await item.click();
    await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
  });

  test('is deleted again in a list that was read before, and leaves it', async ({ service, signedIn }) => {
    const id = await newVideo(service);
    const page = await signedIn('/videos?q=shapes');
    const items = page.getByRole('link', { name: 'Shapes' });
    await items.first().waitFor();
    const before = await items.count();
    await service.api('DELETE', `/api/videos/${id}`);
    expectGoneVideo(page);
    await items.first().focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }).click();
    await page.getByText('Video deleted').first().waitFor();
    await expect.poll(() => items.count()).toBe(before - 1);
  });
});
