import { trackedCars } from '../../../support/videos/seed-video.ts';
import { clipVideo, shapesClip } from './clip-video.ts';
import { HOSTILE_NAME } from './names.ts';
import type { RunningConsole } from './running-console.ts';

/** A name that tries to be markup, turns the direction of writing, and has letters beyond the BMP. */
export const HOSTILE = '<script>alert(1)</script> \u202Egnp. \u05E9\u05DC\u05D5\u05DD \u{1F3AC}';

const clip = await shapesClip();

/** Versions 2 to 5: two objects and a layer; one renamed; the other removed; the layer hidden and a rule added. */
export async function changedVideo(service: RunningConsole): Promise<string> {
  const { api } = service;
  const parts = {
    ...trackedCars(['car1', 'car2']),
    layers: [{ id: 'l', name: 'Titles', visible: true, overlays: [] }],
  };
  const id = await clipVideo(service, clip, { parts });
  await api('PATCH', `/api/videos/${id}/objects/car1`, { json: { userLabel: HOSTILE_NAME } });
  await api('DELETE', `/api/videos/${id}/objects/car2`);
  const json = { layers: [{ id: 'l', visible: false }], rules: [{ id: 'r', note: HOSTILE }] };
  await api('PATCH', `/api/videos/${id}/metadata`, { json });
  return id;
}
