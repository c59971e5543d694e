/** @module-tag long */
import { expect } from 'vitest';
import { clipVideo } from '../console/support/clip-video.ts';
import { clip, cornersAt, expectOnPoster, tracked } from '../console/support/poster-surface.ts';
import { test } from '../console/support/running-console.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { screenshot } from '../support/screenshot.ts';
import { expectRefusals } from '../support/watched-page.ts';

test('a surface that is in the document with its marked frame alone is tracked again with its name, data and overlays; after a failure between, another attempt goes on', async ({
  signedIn,
  service,
}) => {
  const customData = { price: 3 };
  const corners = cornersAt(0);
  const overlay = (object: string) => ({
    id: 'o',
    plugin: { type: 'core:text', config: { text: 'Sale', anchor: { object, x: 0.25, y: 0.5 } } },
  });
  const id = await clipVideo(service, clip, {
    parts: {
      objects: {
        old: {
          id: 'old',
          kind: 'surface',
          label: 'surface',
          userLabel: 'Poster',
          confidence: 1,
          firstFrame: 0,
          lastFrame: 0,
          frameCount: 1,
          customData,
          tracked: false,
        },
      },
      tracks: { old: [{ frame: 0, time: 0, corners, confidence: 1 }] },
      layers: [{ id: 'l', name: 'Titles', visible: true, overlays: [overlay('old')] }],
    },
  });
  const page = await signedIn(`/videos/${id}?object=old`);
  await page.getByText('It is not tracked').waitFor();
  // One frame that a person has marked is no result of tracking.
  await page.getByRole('button', { name: 'Frame 0', exact: true }).waitFor();
  expect(await page.getByRole('tabpanel', { name: 'Objects' }).getByText('100 %').count()).toBe(0);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Board');
  await page.getByRole('button', { name: 'Track again' }).click();
  const question = page.getByRole('alertdialog', { name: 'Track “Poster” again?' });
  const track = question.getByRole('button', { name: 'Track surface' });
  await question.getByText('What you typed about it is not saved').waitFor();
  expect(await track.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await name.press('Escape');

  // A change that is not saved lies on what takes the place of the old one, too.
  await page.getByRole('tab', { name: 'Overlays' }).click();
  await page.getByRole('tabpanel', { name: 'Overlays' }).getByText('Sale').first().click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Sold');
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByRole('tabpanel', { name: 'Objects' }).getByRole('listitem').first().click();

  const deletions = `**/console/api/videos/${id}/objects/old`;
  await page.route(deletions, (route) => route.abort());
  await page.getByRole('button', { name: 'Track again' }).click();
  await screenshot(page, 'surface-track-again');
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'surface-track-again');
  await track.click();
  await question.getByText('the old one could not be replaced: both are there').waitFor();
  await page.unroute(deletions);
  await track.click();
  await question.waitFor({ state: 'detached' });

  const surface = await tracked(service, page, id);
  expectOnPoster(surface);
  const { body } = await service.api<{ objects: object; layers: { overlays: object[] }[] }>(
    'GET',
    `/api/videos/${id}/metadata`,
  );
  const [objectId = ''] = Object.keys(body.objects);
  expect(body.objects).toEqual({
    [objectId]: expect.objectContaining({ userLabel: 'Poster', customData }),
  });
  expect(objectId).not.toBe('old');
  expect(new URL(page.url()).searchParams.get('object')).toBe(objectId);
  expect(body.layers[0]?.overlays).toEqual([overlay(objectId)]);
  await page.getByRole('tab', { name: 'Overlays' }).click();
  await page.getByRole('tabpanel', { name: 'Overlays' }).getByText('Sold').first().click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Overlay saved').waitFor();
  const saved = await service.api<{ layers: { overlays: object[] }[] }>('GET', `/api/videos/${id}/metadata`);
  const { plugin } = overlay(objectId);
  expect(saved.body.layers[0]?.overlays).toEqual([
    { ...overlay(objectId), plugin: { ...plugin, config: { ...plugin.config, text: 'Sold' } } },
  ]);
  await page.getByRole('tab', { name: 'Objects' }).click();

  // A restore brings the old one back, and with it the offer. The request that made the new one, which the page does not wait for,
  // sees it as gone if it is not answered by then.
  expectRefusals(page, /^404 POST \/console\/api\/videos\/[\w-]+\/objects\/surface$/);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('Version 2', { exact: true }).click();
  await page.getByRole('button', { name: 'Restore version 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 2' }).click();
  await page.getByText('It is the newest again').waitFor();
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByRole('tabpanel', { name: 'Objects' }).getByRole('listitem').first().click();
  await page.getByRole('button', { name: 'Track again' }).waitFor();
});

test('of a surface that is seen in the marked frame alone the page says so, and what to do', async ({
  signedIn,
  service,
}) => {
  const parts = (frameCount: number) => ({
    objects: {
      wall: {
        id: 'wall',
        kind: 'surface' as const,
        label: 'surface',
        userLabel: 'Wall',
        confidence: 1,
        firstFrame: 0,
        lastFrame: frameCount - 1,
        frameCount,
        customData: {},
      },
    },
    tracks: { wall: [{ frame: 0, time: 0, corners: cornersAt(0), confidence: 1 }] },
  });
  const remark = 'It was seen in the marked frame alone.';
  const alone = await clipVideo(service, clip, { parts: parts(1) });
  const page = await signedIn(`/videos/${alone}?object=wall`);
  await page.getByText(remark).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'surface-seen-alone');
  const longer = await clipVideo(service, clip, { parts: parts(2) });
  await page.goto(`${service.origin}/videos/${longer}?object=wall`);
  await page.getByText('Confidence in this frame: 100 %').waitFor();
  expect(await page.getByText(remark).count()).toBe(0);
});
