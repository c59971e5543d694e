/** @module-tag long */
import { expect } from 'vitest';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { test } from '../console/support/running-console.ts';

const clip = await shapesClip();

test('a detection is started, followed to its end and said to be of the built-in detector; its objects are listed', async ({
  signedIn,
  service,
}) => {
  const id = await clipVideo(service, clip);
  const page = await signedIn(`/videos/${id}`);
  await page.getByRole('heading', { name: 'No objects yet' }).waitFor();
  await page.getByRole('button', { name: 'Detect objects' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Detection' });
  await panel.getByText('The service uses no trained model').waitFor();
  const fps = panel.getByLabel('Frames per second');
  await fps.fill('0');
  expect(await panel.getByRole('button', { name: 'Start detection' }).isDisabled()).toBe(true);
  await fps.fill('10');
  const confidence = panel.getByLabel('Min. confidence (%)');
  expect(await confidence.inputValue()).toBe('50');
  await confidence.fill('0.5');
  const start = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/process'));
  await Promise.all([
    panel.getByRole('progressbar', { name: 'Progress' }).waitFor(),
    panel.getByRole('button', { name: 'Start detection' }).click(),
  ]);
  expect((await start).postDataJSON()).toMatchObject({ confidence: 0.005 });
  await page.getByText('Detection has finished').first().waitFor();
  const latest = panel.getByRole('region', { name: 'Latest detection' });
  await latest.getByText('Finished').waitFor();
  await latest.getByText('The service uses no trained model').waitFor();
  await panel.getByRole('button', { name: 'Start detection' }).waitFor();
  expect(await panel.getByText('The service uses no trained model').count()).toBe(1);
  await latest.getByText('20 of 20').waitFor();
  const { body } = await service.api<{ objects: object }>('GET', `/api/videos/${id}/metadata`);
  const found = Object.keys(body.objects).length;
  expect(found).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByText(found === 1 ? '1 object' : `${found} objects`, { exact: true }).waitFor();
  expect(
    await page.getByRole('region', { name: 'When objects are seen' }).getByRole('listitem').count(),
  ).toBe(found);
});

test('the result of a detection appears, and is said, while another tab is open', async ({
  signedIn,
  service,
}) => {
  const id = await clipVideo(service, clip);
  const page = await signedIn(`/videos/${id}?tab=job`);
  await page.getByRole('button', { name: 'Start detection' }).click();
  await page.getByRole('region', { name: 'Latest detection' }).waitFor();
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByText('Detection has finished').first().waitFor();
  await page.getByText(/^\d+ objects?$/).waitFor();
});

test('where there are no objects the list says whether they are being looked for, and that none were found', async ({
  signedIn,
  service,
}) => {
  const id = await clipVideo(service, clip);
  const page = await signedIn(`/videos/${id}`);
  const job = {
    jobId: 'job_1',
    projectId: id,
    status: 'processing',
    progress: 40,
    eta: 20,
    objectsDetected: 0,
    samples: { processed: 8, total: 20 },
    undecodableFrames: 0,
    model: 'yolox',
    fallback: false,
    error: null,
  };
  await page.route(`**/console/api/videos/${id}/processing`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), job } });
  });
  await page.reload();
  const objects = page.getByRole('tabpanel', { name: 'Objects' });
  await objects.getByRole('heading', { name: 'Objects are being looked for' }).waitFor();
  await objects.getByRole('button', { name: 'Mark surface' }).waitFor();
  await objects.getByRole('button', { name: 'Show progress' }).click();
  await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
  await page.getByRole('tab', { name: 'Objects' }).click();
  job.status = 'completed';
  await objects.getByRole('heading', { name: 'No objects found' }).waitFor();
  await objects.getByRole('button', { name: 'Detect again' }).click();
  await page.getByRole('button', { name: 'Start detection' }).waitFor();
});
