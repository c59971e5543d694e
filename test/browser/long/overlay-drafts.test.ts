/** @module-tag long */
import { expect } from 'vitest';
import { type Layer, layersOf, newVideo, openTab, saved, title } from '../console/support/overlays-tab.ts';
import { test } from '../console/support/running-console.ts';

test('overlays that are not saved are there again after a reload, and go when they are saved or discarded', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service, [title]);
  const page = await openTab(signedIn, id, 'Title');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Night harbour');
  // Outside of the field a letter is a shortcut.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('t');
  await page.getByText('Click in the picture where it belongs.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('New one');
  await page.reload();
  await page.getByText('Unsaved overlays were brought back').waitFor();
  await page.getByRole('button', { name: 'New one' }).getByText('not saved').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: /^Title/ }).click();
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Night harbour');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved(page);
  expect(await layersOf(service, id)).toMatchObject([
    { overlays: [{ id: 't1', plugin: { config: { text: 'Night harbour', mine: 'kept' } } }] },
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Title', exact: true }).waitFor();
  expect(await page.getByText('not saved').count()).toBe(0);
});

test('who leaves the page from another tab is warned about unsaved overlays', async ({
  signedIn,
  service,
}) => {
  const page = await openTab(signedIn, await newVideo(service, [title]), 'Title');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Night harbour');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByText('Your changes to overlays are not saved. A draft stays').waitFor();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
});

test('an overlay that is not saved goes from this browser when its person signs out, after a question', async ({
  signedIn,
  service,
}) => {
  const id = await newVideo(service, [title]);
  const page = await openTab(signedIn, id, 'Title');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Only mine');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Only mine');
  const question = page.getByRole('alertdialog', { name: 'Sign out and discard unsaved changes?' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue())
    .toBe('Only mine');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Only mine');
});

test('an overlay moves to another layer with its unsaved changes, under a free id where its own is taken', async ({
  signedIn,
  service,
}) => {
  const other: Layer = { id: 'signs', name: 'Signs', overlays: [{ id: 't1', name: 'Taken' }] };
  const id = await newVideo(service, [title, other]);
  const page = await openTab(signedIn, id, 'Title');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Moved');
  await page.getByRole('combobox', { name: 'Layer' }).click();
  await page.getByRole('option', { name: 'Signs' }).click();
  await expect
    .poll(async () => (await layersOf(service, id)).map(({ overlays }) => overlays.length))
    .toEqual([0, 2]);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue())
    .toBe('Moved');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saved(page);
  const [titles, signs] = await layersOf(service, id);
  expect(titles?.overlays).toEqual([]);
  expect(signs?.overlays).toMatchObject([
    { id: 't1', name: 'Taken' },
    { name: 'Title', plugin: { config: { text: 'Moved', mine: 'kept' } } },
  ]);
});
