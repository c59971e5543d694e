import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { trackedCars } from '../../support/videos/seed-video.ts';
import { HOSTILE } from './support/changed-video.ts';
import { clipVideo, shapesClip } from './support/clip-video.ts';
import { addressOf, documentOf, editor, retype, said, save, showTab } from './support/json-editor.ts';
import { type RunningConsole, test } from './support/running-console.ts';

const clip = await shapesClip();

const newVideo = (service: RunningConsole): Promise<string> =>
  clipVideo(service, clip, {
    parts: {
      ...trackedCars(['car1']),
      layers: [{ id: 'l', name: 'Titles', visible: true, overlays: [] }],
      variables: [{ id: 'v', value: 1 }],
    },
  });

test('keys that are shortcuts elsewhere are text in the editor, and are shortcuts again outside it', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const id = await newVideo(service);
  const page = await signedIn(addressOf(id));
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await editor(page).click();
  await page.keyboard.press('Control+a');
  // Of the video page, and of the frame around it.
  const keys = 's1?bgft[ ,.jk';
  await page.keyboard.type(keys);
  await said(page, 'Unsaved changes');
  // Brackets close themselves.
  expect((await editor(page).innerText()).replace(']', '')).toBe(keys);
  expect(new URL(page.url()).search).toBe('?tab=json');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('slider', { name: 'Position' }).inputValue()).toBe('0');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { name: 'JSON' }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});

test('an edit is saved for the version that it was read at, and is seen in the other tabs', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service);
  const page = await signedIn(addressOf(id));
  const before = await documentOf(service, id);
  await page.getByText('Version 2', { exact: true }).waitFor();
  await retype(page, before, { layers: [{ ...before.layers[0], name: HOSTILE }], note: HOSTILE });
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await save(page);
  expect((await request).headers()['if-match']).toBe('"2"');
  await said(page, 'Saved as version 3.');
  await page.getByText('Version 3', { exact: true }).waitFor();
  expect(await documentOf(service, id)).toEqual({
    ...before,
    layers: [{ ...before.layers[0], name: HOSTILE }],
    note: HOSTILE,
  });
  await showTab(page, 'Overlays');
  await page.getByRole('tabpanel').getByText(HOSTILE).first().waitFor();
});

describe('of two windows', () => {
  /** Two browsers that have read the same version. */
  async function windows(signedIn: (address: string) => Promise<Page>, id: string): Promise<[Page, Page]> {
    const pages: [Page, Page] = [await signedIn(addressOf(id)), await signedIn(addressOf(id))];
    for (const page of pages) await editor(page).waitFor();
    return pages;
  }

  test('changes of different places are merged without a question', { tags: 'long' }, async ({
    signedIn,
    service,
  }) => {
    const id = await newVideo(service);
    const before = await documentOf(service, id);
    const [first, second] = await windows(signedIn, id);
    await retype(first, before, { note: 'of the first' });
    await retype(second, before, { variables: [{ id: 'v', value: 2 }] });
    await save(first);
    await said(first, 'Saved as version 3.');
    await save(second);
    await said(second, 'Saved as version 4, merged with the changes of others.');
    expect(await documentOf(service, id)).toEqual({
      ...before,
      note: 'of the first',
      variables: [{ id: 'v', value: 2 }],
    });
  });

  test('changes of the same place are asked about place by place, and saved as decided', {
    tags: 'long',
  }, async ({ signedIn, service }) => {
    const id = await newVideo(service);
    const before = await documentOf(service, id);
    const [layer] = before.layers;
    const [first, second] = await windows(signedIn, id);
    await retype(first, before, {
      layers: [{ ...layer, name: 'First' }],
      variables: [{ id: 'v', value: 'first' }],
      note: 'of the first',
    });
    await retype(second, before, {
      layers: [{ ...layer, name: HOSTILE }],
      variables: [{ id: 'v', value: 'second' }],
    });
    await save(first);
    await said(first, 'Saved as version 3.');
    await save(second);
    await second.getByRole('heading', { name: 'Version 3 was saved meanwhile' }).waitFor();
    await said(second, '0 of 2 decided');
    expect(await documentOf(service, id)).toMatchObject({ layers: [{ name: 'First' }] });
    const card = (text: string) => second.getByRole('article').filter({ hasText: text });
    await card(HOSTILE).getByRole('radio', { name: 'Mine' }).click();
    await said(second, '1 of 2 decided');
    await card('"second"').getByRole('radio', { name: 'Theirs' }).click();
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await said(second, 'Saved as version 4');
    expect(await documentOf(service, id)).toEqual({
      ...before,
      layers: [{ ...layer, name: HOSTILE }],
      variables: [{ id: 'v', value: 'first' }],
      note: 'of the first',
    });
  });
});

describe('unsaved text', () => {
  test('is there again after another tab was in view', { tags: 'long' }, async ({ signedIn, service }) => {
    const id = await newVideo(service);
    const page = await signedIn(addressOf(id));
    await editor(page).waitFor();
    await retype(page, await documentOf(service, id), { note: 'first' });
    // Typed right before the tab changes, and not taken over yet.
    await page.keyboard.insertText(' ');
    await retype(page, await documentOf(service, id), { note: 'second' });
    await showTab(page, 'Objects');
    await page.getByText('1 object').waitFor();
    await showTab(page, 'JSON');
    await said(page, 'Your unsaved changes were brought back.');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved as version 3.');
    expect((await documentOf(service, id)).note).toBe('second');
  });

  test('is there again when another window of the same browser has saved and removed its draft', {
    tags: 'long',
  }, async ({ signedIn, service }) => {
    const id = await newVideo(service);
    const before = await documentOf(service, id);
    const page = await signedIn(addressOf(id));
    const other = await page.context().newPage();
    await other.goto(service.origin + addressOf(id));
    for (const window of [page, other]) await editor(window).waitFor();
    await retype(page, before, { note: 'mine' });
    await retype(other, before, { variables: [{ id: 'v', value: 2 }] });
    await save(other);
    await said(other, 'Saved as version 3.');
    await showTab(page, 'Objects');
    await showTab(page, 'JSON');
    await said(page, 'Your unsaved changes were brought back.');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved as version 4, merged with the changes of others.');
    expect(await documentOf(service, id)).toMatchObject({ note: 'mine', variables: [{ id: 'v', value: 2 }] });
  });

  test('is nowhere in the browser after signing out', async ({ signedIn, service }) => {
    const id = await newVideo(service);
    const page = await signedIn(addressOf(id));
    await editor(page).waitFor();
    await retype(page, await documentOf(service, id), { note: 'a secret plan' });
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(await kept()).toContain('a secret plan');
    // The browser asks nothing further.
    page.on('dialog', (dialog) => expect.fail(dialog.message()));
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.origin}/`);
    expect(await kept()).not.toContain('a secret plan');
  });

  test('that the browser has no room for is asked about before another tab comes into view', {
    tags: 'long',
  }, async ({ signedIn, service }) => {
    const id = await newVideo(service);
    const page = await signedIn(addressOf(id));
    await editor(page).waitFor();
    await page.evaluate(() => {
      for (let size = 2 ** 20; size >= 1; size /= 2) {
        try {
          for (let i = 0; ; i++) localStorage.setItem(`filler ${size} ${i}`, 'x'.repeat(size));
        } catch {}
      }
    });
    await retype(page, await documentOf(service, id), { note: 'typed' });
    await page.getByText('This browser has no room for a draft').waitFor();
    await showTab(page, 'Objects');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByText('what you typed is lost').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await said(page, 'Unsaved changes');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved as version 3.');
    await showTab(page, 'Objects');
    await page.getByText('1 object').waitFor();
    expect((await documentOf(service, id)).note).toBe('typed');
  });
});

test('what closes the search stands beside what replaces, on a desktop and on a phone', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await signedIn(addressOf(await newVideo(service)));
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.getByRole('button', { name: 'Find in the text' }).click();
  const search = page.getByRole('search');
  await search.getByRole('textbox', { name: 'Find' }).fill('nothing such');
  await search.getByText('Nothing found').waitFor();
  const top = async (name: string) =>
    (await search.getByRole('button', { name, exact: true }).boundingBox())?.y;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    expect(await top('Close')).toBe(await top('Replace all'));
    expect(await top('Close')).toBe(await top('Replace'));
  }
});
