import type { Page } from 'playwright-core';
import type { Scene } from '../../../console/viewer/viewer.ts';
import type { StaticFile, StaticSite } from '../support/static-site.ts';
import type { MadeClip } from './numbered-clips.ts';
import { serveViewer } from './viewer-site.ts';

/** Outlines without texts. */
export const SCENE: Scene = {
  objects: [],
  layers: [],
  anchors: {},
  selected: null,
  hovered: null,
  parts: { boxes: true, surfaces: true, labels: false, ids: false, overlays: true },
};

interface OpenClip extends AsyncDisposable {
  readonly media: StaticSite;
}

interface MediaServer {
  /** What follows `?` in the first address of the clip. */
  readonly query?: string;
  /** The answer to a request's path and query; the clip, unless given. */
  readonly answer?: (target: string, file: StaticFile) => StaticFile | number;
}

/** Shows a clip in the viewer of a page. */
export async function openClip(
  page: Page,
  clip: MadeClip,
  scene: Partial<Scene> = {},
  { query = 'signature=1', answer = (_, file) => file }: MediaServer = {},
): Promise<OpenClip> {
  const file = { type: clip.type, body: clip.file, headers: { 'Access-Control-Allow-Origin': '*' } };
  const site = await serveViewer((target) => answer(target, file));
  await page.goto(site.page.origin);
  await page.evaluate((setting) => window.openViewer(setting), {
    size: clip.size,
    times: clip.times,
    address: `${site.media.origin}/clip?${query}`,
    renewed: `${site.media.origin}/clip?signature=2`,
    scene: { ...SCENE, ...scene },
  });
  return { media: site.media, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

/** Goes to a frame and waits until the viewer says that it is shown. */
export const goto = (page: Page, frame: number): Promise<void> =>
  page.evaluate(
    (target) =>
      new Promise<void>((resolve) => {
        const end = window.viewer.subscribe(() => {
          if (window.viewer.state.frame !== target) return;
          end();
          resolve();
        });
        window.viewer.goto(target);
      }),
    frame,
  );
