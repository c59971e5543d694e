/** @module-tag long */
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';
import { accessibilityFaults } from '../support/accessibility.ts';

const title = {
  id: 't1',
  name: 'Title',
  position: { x: 0.5, y: 0.2 },
  plugin: { type: 'core:text', config: { text: 'Harbour' } },
};
const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: PNG.sync.write(new PNG({ width: 8, height: 8 })),
};

test('the form of an overlay says what it lacks, why it is not seen, and what it may lie on; its message covers no field', async ({
  signedIn,
  service,
}) => {
  const id = await threeObjects(service);
  const hidden = { id: 'titles', name: 'Titles', visible: false, overlays: [title] };
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { layers: [hidden] } });
  const long = 'A sign with a name that goes on and on '.repeat(4).trim();
  await service.api('PATCH', `/api/videos/${id}/objects/sign`, { json: { userLabel: long } });

  const page = await signedIn(`/videos/${id}?tab=overlays`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  const panel = page.getByRole('tabpanel', { name: 'Overlays' });
  await panel.getByRole('button', { name: 'Title', exact: true }).click();
  const reason = panel.getByText('The picture does not show it: its layer “Titles” is hidden.');
  await reason.waitFor();
  await panel.getByRole('button', { name: 'Show the layer' }).click();
  await reason.waitFor({ state: 'detached' });

  const choice = panel.getByRole('combobox', { name: 'Attached to' });
  const { height } = (await choice.boundingBox()) ?? {};
  await panel.getByText('The objects in frame 0, which is in view, can be chosen.').waitFor();
  await choice.click();
  await page.getByRole('option', { name: long }).click();
  await choice.getByText(long).waitFor();
  expect((await choice.boundingBox())?.height).toBe(height);
  await panel.getByRole('button', { name: 'Discard' }).click();

  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Image' }).click();
  const add = panel.getByRole('button', { name: 'Add to the video' });
  await panel.getByText('Choose a picture first.').waitFor();
  expect(await add.isDisabled()).toBe(true);
  await panel.getByLabel('Picture', { exact: true }).setInputFiles(picture);
  await panel.getByText('Choose a picture first.').waitFor({ state: 'detached' });
  await add.click();
  const said = page.getByRole('dialog').filter({ hasText: 'Overlay added' });
  await said.waitFor();
  const [toast, form] = [await said.boundingBox(), await panel.boundingBox()];
  expect((toast?.x ?? 0) + (toast?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(form?.x ?? 0);
});

test('what saves an overlay is in view while its first field is edited, on a small screen and on a phone', async ({
  signedIn,
  service,
}) => {
  const id = await threeObjects(service);
  const layers = [{ id: 'titles', name: 'Titles', overlays: [title] }];
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { layers } });
  const page = await signedIn(`/videos/${id}?tab=overlays&overlay=titles%2Ft1`);
  const panel = page.getByRole('tabpanel', { name: 'Overlays' });
  await panel.getByLabel('Name').fill('Headline');
  const save = panel.getByRole('button', { name: 'Save changes' });
  await save.waitFor();
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await panel.getByLabel('Name').blur();
    await panel.getByLabel('Name').focus();
    const isSeen = () =>
      save.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === button;
      });
    await expect.poll(isSeen).toBe(true);
  }
});

test('the picture of an overlay is chosen by a button that keys reach, and its file is named', async ({
  signedIn,
  service,
}) => {
  const image = { id: 'i', name: 'Logo', plugin: { type: 'core:image', config: {} } };
  const layers = [{ id: 'l', name: 'Marks', overlays: [image] }];
  const id = await threeObjects(service);
  await service.api('PATCH', `/api/videos/${id}/metadata`, { json: { layers } });
  const page = await signedIn(`/videos/${id}?tab=overlays&overlay=l%2Fi`);
  const panel = page.getByRole('tabpanel', { name: 'Overlays' });
  const choose = async (label: string, name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await panel.getByLabel(label, { exact: true }).press('Enter');
    await (await chooser).setFiles({ ...picture, name });
    await panel.getByText(name).waitFor();
  };
  await choose('Picture', 'logo.png');
  await choose('Another picture', 'logo, smaller.png');
  expect(await panel.getByText('logo, smaller.png, PNG of').isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Discard' }).click();
  await panel.getByLabel('Picture', { exact: true }).waitFor();
});
