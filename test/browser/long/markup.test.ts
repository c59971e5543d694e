/** @module-tag long */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { trackedCars } from '../../support/videos/seed-video.ts';
import { clipVideo, shapesClip } from '../console/support/clip-video.ts';
import { editor, said } from '../console/support/json-editor.ts';
import { type RunningConsole, test } from '../console/support/running-console.ts';

const clip = await shapesClip();

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><script>document.title=1</script></svg>';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Texts that run or load something wherever they are taken for more than text. */
const PAYLOADS = [
  '<script>document.title = "run"</script>',
  '<img src="/payload.png" onerror="document.title = \'run\'">',
  '"><svg onload=document.title=1>',
  '</textarea></title></style><iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
  'javascript:document.title="run"',
  `data:text/html,${SVG}`,
  '{{constructor.constructor("document.title=1")()}}',
  '<a href="javascript:document.title=1" autofocus onfocus="document.title=1">here</a>',
];

/** Of overlays whose pictures are programs, or elsewhere. */
const SOURCES = [
  `data:image/svg+xml;base64,${base64(SVG)}`,
  `data:image/png;base64,${base64(SVG)}`,
  `data:image/png;base64,${base64('<!doctype html><script>document.title="run"</script>')}`,
  'http://127.0.0.1:9/payload.png',
  '//127.0.0.1:9/payload.png',
  '/payload.png',
  'javascript:document.title="run"',
];

const overlays = [
  ...PAYLOADS.map((text, i) => ({
    id: `text-${i} ${text}`,
    name: i % 2 ? text : undefined,
    position: { x: 0.5, y: 0.5 },
    plugin: { type: 'core:text', config: { text, color: text, background: text, anchor: { object: text } } },
  })),
  ...SOURCES.map((source, i) => ({
    id: `image-${i}`,
    name: `Picture ${i}`,
    position: { x: 0.5, y: 0.5 },
    plugin: { type: 'core:image', config: { source, width: 0.5, height: 0.5 } },
  })),
  ...PAYLOADS.map((text, i) => ({
    id: `other-${i}`,
    name: `Other ${i}`,
    plugin: {
      type: `user:kind-${i}`,
      config: { html: text, __html: text, dangerouslySetInnerHTML: { __html: text } },
    },
  })),
];

/** A document that has a payload wherever it has a text; with a second version of each. */
async function hostileVideo(service: RunningConsole): Promise<string> {
  const ids = PAYLOADS.map((_, i) => `car${i}`);
  const { objects, tracks } = trackedCars(ids);
  const id = await clipVideo(service, clip, {
    parts: {
      objects: Object.fromEntries(
        Object.entries(objects).map(([key, object], i) => [key, { ...object, label: PAYLOADS[i] ?? '' }]),
      ),
      tracks,
    },
  });
  for (const [i, text] of PAYLOADS.entries()) {
    const answer = await service.api('PATCH', `/api/videos/${id}/objects/car${i}`, {
      json: { userLabel: text, customData: { [text]: text, nested: [{ html: text }] } },
    });
    expect(answer.status).toBe(200);
  }
  const answer = await service.api('PATCH', `/api/videos/${id}/metadata`, {
    json: {
      layers: [{ id: PAYLOADS[0], name: PAYLOADS[1], overlays }],
      variables: PAYLOADS.map((text, i) => ({ id: `v${i}`, name: text, value: text })),
      rules: PAYLOADS.map((text, i) => ({ id: `r${i}`, html: text })),
      ...Object.fromEntries(PAYLOADS.map((text) => [text, text])),
    },
  });
  expect(answer.body).toMatchObject({ version: PAYLOADS.length + 3 });
  return id;
}

/** Watches a page for what it would do if a payload were taken for more than text. */
function watch(page: Page, { origin }: RunningConsole, media: string): () => Promise<void> {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = [origin, media].includes(url.origin) || ['data:', 'blob:'].includes(url.protocol);
    if (!isOwn || /payload/.test(url.pathname)) foreign.push(request.url().slice(0, 100));
  });
  page.on('dialog', (dialog) => expect.fail(dialog.message()));
  page.on('popup', (popup) => expect.fail(popup.url()));
  return async () => {
    expect(foreign).toEqual([]);
    expect(await page.title()).toBe('Shapes · Video Metadata Service');
    // Locators see into shadow roots, too.
    for (const made of [
      'script:not([src])',
      'iframe',
      '[onload]',
      '[onerror]',
      '[onfocus]',
      '[src*="payload"]',
      '[href^="javascript"]',
    ]) {
      expect([made, await page.locator(made).count()]).toEqual([made, 0]);
    }
  };
}

const mediaOf = async ({ api }: RunningConsole, id: string): Promise<string> =>
  new URL((await api<{ streamUrl: string }>('GET', `/api/videos/${id}`)).body.streamUrl).origin;

describe('what a document holds is text, and runs and loads nothing', { timeout: 180_000 }, () => {
  test('as labels, names and custom data of objects', async ({ service, signedIn }) => {
    const id = await hostileVideo(service);
    const page = await signedIn(`/videos/${id}`);
    const check = watch(page, service, await mediaOf(service, id));
    await page.getByText(`${PAYLOADS.length} objects`).waitFor();
    for (const [i, text] of PAYLOADS.entries()) {
      await page.goto(`${service.origin}/videos/${id}?object=car${i}&label=${encodeURIComponent(text)}`);
      await page.getByRole('heading', { level: 3, name: text, exact: true }).waitFor();
      await page.getByLabel('Custom data as a JSON object').waitFor();
      await page.getByText('1 of 8 objects').waitFor();
      await check();
    }
    await page.getByRole('button', { name: /^Delete <a href/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await check();
  });

  test('as names, texts, pictures and configs of overlays', async ({ service, signedIn }) => {
    const id = await hostileVideo(service);
    const page = await signedIn(`/videos/${id}?tab=overlays`);
    const check = watch(page, service, await mediaOf(service, id));
    await page.getByRole('slider', { name: 'Position' }).waitFor();
    await page.getByText(`${overlays.length} overlays`).waitFor();
    for (const name of [...SOURCES.map((_, i) => `Picture ${i}`), 'Other 0', 'Other 5']) {
      const row = page.getByRole('button', { name, exact: true });
      await row.scrollIntoViewIfNeeded();
      await row.click();
      await page.getByRole('heading', { level: 3, name, exact: true }).waitFor();
      await check();
    }
    await page.getByRole('button', { name: `Layer ${PAYLOADS[1]}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete layer' }).click();
    await page.getByRole('alertdialog').waitFor();
    await check();
  });

  test('as JSON, as the places of a comparison, and as its lines', async ({ service, signedIn }) => {
    const id = await hostileVideo(service);
    const page = await signedIn(`/videos/${id}?tab=json`);
    const check = watch(page, service, await mediaOf(service, id));
    await editor(page).waitFor();
    await editor(page).getByText('document.title').first().waitFor();
    await check();
    await page.goto(`${service.origin}/videos/${id}?tab=versions&version=${PAYLOADS.length + 3}&against=1`);
    await said(page, /changes/);
    await page.getByRole('tabpanel', { name: 'By place' }).getByText('document.title').first().waitFor();
    await check();
    await page.getByRole('tab', { name: 'As text' }).click();
    await page.getByRole('textbox').getByText('document.title').first().waitFor();
    await check();
  });
});

test('in an address, it is nothing that is known: the page is shown as without it', async ({
  service,
  signedIn,
}) => {
  const id = await hostileVideo(service);
  const page = await signedIn('/videos');
  const check = watch(page, service, await mediaOf(service, id));
  for (const text of PAYLOADS) {
    const value = encodeURIComponent(text);
    const search = ['tab', 'object', 'overlay', 'version', 'against', 'label', 'kind', 'confidence'].map(
      (name) => `${name}=${value}`,
    );
    await page.goto(`${service.origin}/videos/${id}?${search.join('&')}#${value}`);
    await page.getByRole('slider', { name: 'Position' }).waitFor();
    await check();
  }
});
