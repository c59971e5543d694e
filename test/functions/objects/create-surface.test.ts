import { expect, test, vi } from 'vitest';
import { leaving, surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { apiOf, settled, upload } from '../../support/service/api.ts';
import { startTestService } from '../../support/service/test-service.ts';
import {
  allTracked,
  cornerError,
  cornersInFrame,
  markSurface,
  trackOfObject,
} from '../../support/surfaces/surface-video.ts';

vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

const service = await startTestService();
const api = apiOf(service);

async function processed(file: string): Promise<string> {
  const id = await upload(api, file);
  await settled(api, id);
  return id;
}

test('a surface that is marked in the middle of a video is tracked to its end and its beginning, within a pixel', async () => {
  const id = await processed(await surfaceClip(60, swinging));
  const { status, body } = await markSurface(api, id, { cornersAt: swinging, frame: 24 });
  expect(status).toBe(201);
  expect(body).toEqual({
    success: true,
    objectId: expect.stringMatching(/^surface_[0-9a-f]{16}$/),
    trackedFrames: 60,
  });
  const [object] = await allTracked(api, id);
  expect(object).toEqual({
    id: body.objectId,
    kind: 'surface',
    label: 'surface',
    userLabel: 'Poster',
    confidence: expect.toSatisfy((confidence: number) => confidence > 0.5 && confidence <= 1),
    firstFrame: 0,
    lastFrame: 59,
    frameCount: 60,
    customData: {},
    tracking: 'done',
  });
  const track = (await trackOfObject(api, id, body.objectId)) ?? [];
  for (let frame = 0; frame < 60; frame++) {
    const error = cornerError(cornersInFrame(track, frame) ?? [], swinging(frame));
    expect([frame, error < 1]).toEqual([frame, true]);
  }
  const { body: history } = await api<{ currentVersion: number }>('GET', `/api/videos/${id}/versions`);
  expect(history.currentVersion).toBe(3);
});

test('a surface that leaves the picture is hidden meanwhile, and found again when it is back', {
  tags: 'long',
}, async () => {
  const id = await processed(await surfaceClip(110, leaving));
  const { body } = await markSurface(api, id, { cornersAt: leaving, frame: 0 });
  await allTracked(api, id);
  const track = (await trackOfObject(api, id, body.objectId)) ?? [];
  expect(cornerError(cornersInFrame(track, 15) ?? [], leaving(15))).toBeLessThan(1);
  expect(cornersInFrame(track, 50)).toBeUndefined();
  expect(cornerError(cornersInFrame(track, 100) ?? [], leaving(100))).toBeLessThan(1);
});
