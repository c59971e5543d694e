import type { Page } from 'playwright-core';
import { eventually, fileForm } from '../../../support/service/api.ts';
import { CLIPS, makeClip } from '../../viewer/numbered-clips.ts';
import type { RunningConsole } from './running-console.ts';

export interface Layer {
  id: string;
  name?: string;
  visible?: boolean;
  overlays: {
    id: string;
    name?: string;
    position?: { x: number; y: number };
    plugin?: { type: string; config: Record<string, unknown> };
  }[];
}

const clip = await makeClip(CLIPS['30 frames a second']);

export async function newVideo({ api }: RunningConsole, layers: Layer[] = []): Promise<string> {
  const form = fileForm(new Uint8Array(clip.file));
  const { body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
  await eventually(
    () => api<{ status: string }>('GET', `/api/videos/${body.id}`),
    (answer) => answer.body.status === 'processed',
  );
  if (layers.length > 0) await api('PATCH', `/api/videos/${body.id}/metadata`, { json: { layers } });
  return body.id;
}

export const layersOf = async ({ api }: RunningConsole, id: string): Promise<Layer[]> =>
  (await api<{ layers: Layer[] }>('GET', `/api/videos/${id}/metadata`)).body.layers;

export const title: Layer = {
  id: 'titles',
  name: 'Titles',
  overlays: [
    {
      id: 't1',
      name: 'Title',
      position: { x: 0.5, y: 0.2 },
      plugin: { type: 'core:text', config: { text: 'Harbour', size: 0.1, mine: 'kept' } },
    },
  ],
};

/** Opens the tab of a video, when the player shows its first frame. */
export async function openTab(
  open: (address: string) => Promise<Page>,
  id: string,
  overlay?: string,
): Promise<Page> {
  const page = await open(`/videos/${id}?tab=overlays`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.getByRole('tabpanel', { name: 'Overlays' }).waitFor();
  if (overlay !== undefined) await page.getByRole('button', { name: overlay, exact: true }).click();
  return page;
}

/** Where the picture is on the page. */
export async function pictureBox(page: Page) {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('The picture is not in view');
  return box;
}

export async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const { x, y, width, height } = await pictureBox(page);
  await page.mouse.move(x + from.x * width, y + from.y * height);
  await page.mouse.down();
  await page.mouse.move(x + ((from.x + to.x) / 2) * width, y + ((from.y + to.y) / 2) * height);
  await page.mouse.move(x + to.x * width, y + to.y * height);
  await page.mouse.up();
}

export const saved = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Save changes|Add to the video)$/ }).waitFor({ state: 'detached' });
