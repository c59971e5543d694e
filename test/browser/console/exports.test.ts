import { expect } from 'vitest';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, exportFile } from '../../../shared/contract/export-formats.ts';
import { test } from './support/running-console.ts';
import { threeObjects } from './support/three-objects.ts';

test('the menu of exports offers every format, and downloads the one that is chosen', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn(`/videos/${await threeObjects(service)}`);
  const open = () => page.getByRole('button', { name: 'Export' }).click();
  await open();
  await page.getByRole('menuitem').first().waitFor();
  const labels = EXPORT_FORMAT_NAMES.map((format) => EXPORT_FORMATS[format].label);
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(labels);
  await page.keyboard.press('Escape');
  for (const format of EXPORT_FORMAT_NAMES) {
    const download = page.waitForEvent('download');
    await open();
    await page.getByRole('menuitem', { name: EXPORT_FORMATS[format].label }).click();
    const name = (await download).suggestedFilename();
    expect(name).toMatch(new RegExp(` v\\d+\\.${exportFile(format, 'mp4').extension}$`));
  }
});
