import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import { marked, surfaceClip, swinging } from '../../../support/clips/surface-clip.ts';
import { eventually } from '../../../support/service/api.ts';
import type { RunningConsole } from './running-console.ts';

/** Frames of the clip. */
const FRAMES = 13;
/** A clip of a poster that swings. */
export const clip = new Uint8Array(await readFile(await surfaceClip(FRAMES, swinging)));

/** Where the poster is, fractions of the frame. */
export const cornersAt = (frame: number): Point[] => marked(swinging(frame));

interface Surface {
  kind: string;
  userLabel: string | null;
  label: string;
  lastFrame: number;
  track: { frame: number; corners?: Point[] }[];
}

/** The surface, when it has been tracked: on the page and in the document. */
export async function tracked({ api }: RunningConsole, page: Page, id: string): Promise<Surface> {
  await page.getByText(/^Confidence in this frame: \d+ %$/).waitFor();
  const { body } = await eventually(
    () => api<{ objects: Record<string, Surface> }>('GET', `/api/videos/${id}/metadata`),
    (answer) => Object.values(answer.body.objects).some(({ lastFrame }) => lastFrame === FRAMES - 1),
  );
  const [surface] = Object.values(body.objects);
  if (surface === undefined) throw new Error('There is no surface');
  return surface;
}

/** The corners lie within two percent of where the poster is. */
export function expectOnPoster({ track }: Surface): void {
  const last = track.at(-1);
  expect(last?.frame).toBe(FRAMES - 1);
  for (const [i, { x, y }] of cornersAt(FRAMES - 1).entries()) {
    expect(Math.abs((last?.corners?.[i]?.x ?? 0) - x)).toBeLessThan(0.02);
    expect(Math.abs((last?.corners?.[i]?.y ?? 0) - y)).toBeLessThan(0.02);
  }
}
