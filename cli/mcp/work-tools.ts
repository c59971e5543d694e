import * as z from 'zod';
import type { JobStatus } from '../../client/answers.ts';
import { watchJob } from '../../client/watch-job.ts';
import { systemWait } from '../../client/with-retries.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { createSurface } from '../../shared/contract/routes/objects.ts';
import {
  cancelProcessing,
  getProcessingStatus,
  startProcessing,
} from '../../shared/contract/routes/processing.ts';
import { processingOptions } from '../../shared/contract/schemas/job.ts';
import { baseVersion, counter, videoId } from './inputs.ts';
import { defineTool, type Tool } from './tool.ts';

/** Below what clients wait for an answer. */
const LONGEST_WAIT_SECONDS = 50;

const detect = defineTool({
  name: 'start_detection',
  title: 'Detect objects',
  description:
    'Starts a job that detects and tracks the objects of a video. It takes about as long as the video; follow it with ' +
    'detection_status. Objects that were found before stay, with their names.',
  effect: 'undoable',
  routes: [startProcessing],
  input: z.strictObject({ videoId, ...processingOptions.shape }),
  run: async ({ videoId: id, ...body }, { client, signal }) => ({
    data: await client.call(startProcessing, { params: { id }, body, signal }),
  }),
});

const status = defineTool({
  name: 'detection_status',
  title: 'Follow detection',
  description:
    'Tells the state of the latest detection job of a video; waits for its end where it is asked to.',
  effect: 'reads',
  routes: [getProcessingStatus],
  input: z.strictObject({
    videoId,
    waitSeconds: z.int().min(0).max(LONGEST_WAIT_SECONDS).default(0).describe('the longest wait for its end'),
  }),
  async run({ videoId: id, waitSeconds }, { client, signal }) {
    const end = performance.now() + waitSeconds * 1000;
    const left = (): number => Math.max(0, end - performance.now());
    let state: JobStatus | undefined;
    const wait: typeof systemWait = (ms, aborted) => systemWait(Math.min(ms, left()), aborted);
    for await (state of watchJob(client, id, { signal, wait })) if (left() === 0) break;
    return { data: state };
  },
});

const cancel = defineTool({
  name: 'cancel_detection',
  title: 'Cancel detection',
  description: 'Cancels the running detection job of a video. Nothing of it is kept.',
  effect: 'replaces',
  routes: [cancelProcessing],
  input: z.strictObject({ videoId }),
  run: async ({ videoId: id }, { client, signal }) => ({
    data: await client.call(cancelProcessing, { params: { id }, signal }),
  }),
});

const corner = z.number().min(LIMITS.cornerFraction.min).max(LIMITS.cornerFraction.max);

const surface = defineTool({
  name: 'track_surface',
  title: 'Track a surface',
  description:
    'Marks a plane, such as a screen, a wall or a sign, by its corners in one frame, and has it tracked through the video as an ' +
    'object of the kind surface, which takes some seconds. get_object tells when it is done; tracking makes one more version.',
  effect: 'undoable',
  routes: [createSurface],
  input: z.strictObject({
    videoId,
    name: z.string().min(1),
    frame: counter(0).describe('the frame in which the corners are'),
    corners: z
      .array(z.strictObject({ x: corner, y: corner }))
      .min(LIMITS.surfaceCorners)
      .max(LIMITS.surfaceCorners)
      .describe(
        'in order around the surface, in fractions of the displayed picture, from its top left corner',
      ),
    baseVersion: baseVersion.optional(),
  }),
  async run({ videoId: id, baseVersion: ifMatch, ...body }, { client, signal }) {
    const { body: answer, etag } = await client.exchange(createSurface, {
      params: { id },
      body,
      ...(ifMatch !== undefined && { ifMatch }),
      signal,
    });
    return { data: { ...answer, version: etag } };
  },
});

export const WORK_TOOLS: readonly Tool[] = [detect, status, cancel, surface];
