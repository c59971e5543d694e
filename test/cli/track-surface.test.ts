import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Context } from '../../cli/command.ts';
import { Terminal } from '../../cli/terminal.ts';
import { trackSurface } from '../../cli/track-surface.ts';
import { createClient } from '../../client/client.ts';

const marked = {
  params: { id: 'v' },
  body: {
    name: 'Board',
    frame: 3,
    corners: [
      { x: 0.1, y: 0.1 },
      { x: 0.5, y: 0.1 },
      { x: 0.5, y: 0.5 },
      { x: 0.1, y: 0.5 },
    ],
  },
};
const surface = { id: 'surface_1', kind: 'surface', userLabel: 'Board', firstFrame: 0, lastFrame: 99 };
const listed = (...objects: object[]) => ({ objects: [{ id: 'obj_1', kind: 'box' }, ...objects] });

/** The document after tracking: the surface is lost in frames 40 to 59 of 120. */
const corners = marked.body.corners;
const tracked = {
  ...surface,
  frameCount: 100,
  confidence: 0.9,
  track: [
    { frame: 0, time: 0, corners },
    { frame: 40, time: 4, corners, hidden: true },
    { frame: 60, time: 6, corners },
    { frame: 99, time: 9.9, corners },
  ],
};
const document = (surfaces: object) => ({ objects: surfaces, videoDetails: { totalFrames: 120 } });

/** Follows a surface on a service that gives these answers, one after the other, once the surface is marked. */
function following(...answers: object[]) {
  const stderr = new PassThrough();
  const asked: string[] = [];
  const pauses: number[] = [];
  const context = {
    terminal: new Terminal(new PassThrough(), stderr),
    signal: new AbortController().signal,
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
    },
  } as unknown as Context;
  const queue = [{ success: true, objectId: 'surface_1', trackedFrames: 1 }, ...answers];
  const client = createClient({
    apiUrl: 'http://service.test',
    apiKey: 'k',
    fetch: async (url, { method = '' } = {}) => {
      asked.push(`${method} ${new URL(String(url)).pathname}`);
      const answer = queue.shift();
      if (answer === undefined) throw new Error('asked too often');
      return Response.json(answer);
    },
  });
  const said = async (): Promise<string> => {
    stderr.end();
    return text(stderr);
  };
  return { result: trackSurface(context, client, marked), asked, pauses, said };
}

test('a surface is marked once and followed until its tracking is over, with its reported progress', async () => {
  const { result, asked, pauses, said } = following(
    listed({ ...surface, tracking: 'running', trackingProgress: 10 }),
    listed({ ...surface, tracking: 'running', trackingProgress: 60 }),
    listed({ ...surface, tracking: 'done' }),
    document({ surface_1: tracked }),
  );
  expect(await result).toMatchObject({ id: 'surface_1', tracking: 'done' });
  expect(asked).toEqual([
    'POST /api/videos/v/objects/surface',
    ...Array(3).fill('GET /api/videos/v/objects'),
    'GET /api/videos/v/metadata',
  ]);
  expect(pauses).toHaveLength(2);
  const lines = await said();
  expect(lines).toContain('Tracking 60 %');
  expect(lines).toMatch(/Tracked Board: seen in 80 of 120 frames, frames 0 to 99\n$/);
});

test('a surface that was seen in the marked frame alone is doubted, beside its result', async () => {
  const alone = { ...surface, firstFrame: 3, lastFrame: 3, frameCount: 1, confidence: 1 };
  const { result, said } = following(
    listed({ ...alone, tracking: 'done' }),
    document({ surface_1: { ...alone, track: [{ frame: 3, time: 0.3, corners }] } }),
  );
  expect(await result).toMatchObject({ id: 'surface_1' });
  const lines = await said();
  expect(lines).toContain('Tracked Board: seen in 1 of 120 frames, frame 3\n');
  expect(lines).toContain('It was seen in the marked frame alone.');
});

test('a tracking that failed is a failure with its reason', async () => {
  const failure = { code: 'DECODER_CRASHED', message: 'The decoder crashed.' };
  const { result } = following(listed({ ...surface, tracking: 'failed', failure }));
  await expect(result).rejects.toMatchObject({
    code: 'DECODER_CRASHED',
    message: 'The surface surface_1 could not be tracked: The decoder crashed.',
  });
});

test('a surface that is deleted while it is tracked is a failure', async () => {
  const { result } = following(listed({ ...surface, tracking: 'running' }), listed());
  await expect(result).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
});

test('so is one that is deleted before its track is read', async () => {
  const { result } = following(listed({ ...surface, tracking: 'done' }), document({}));
  await expect(result).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
});
