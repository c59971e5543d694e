import type { CallInput, Client } from '../client/client.ts';
import { poll } from '../client/poll.ts';
import { readSections } from '../client/read-part.ts';
import { listObjects } from '../shared/contract/routes/object-queries.ts';
import { createSurface } from '../shared/contract/routes/objects.ts';
import type { Context } from './command.ts';
import { CommandFailure } from './failures.ts';
import type { TrackedObject } from './objects-table.ts';
import { surfaceReport } from './surface-report.ts';

/**
 * Marks a surface and follows its tracking under a progress bar until it ends; then reports in how many frames it was seen, and what
 * speaks against that.
 * @throws CommandFailure when it failed, or when the surface was deleted meanwhile
 */
export async function trackSurface(
  context: Context,
  client: Client,
  { params, body }: Pick<CallInput<typeof createSurface>, 'params' | 'body'>,
): Promise<TrackedObject> {
  const { terminal, signal } = context;
  const progress = terminal.progress('Tracking  ');
  try {
    progress.update(0, 'the service answers within 20 s');
    const { objectId } = await client.call(createSurface, { params, body, signal });
    const surface = await poll(
      async () => {
        const { objects } = await client.call(listObjects, { params, signal });
        const object = objects.find(({ id }) => id === objectId);
        if (object === undefined) throw deleted(objectId);
        progress.update((object.trackingProgress ?? 0) / 100);
        return object.tracking === 'running' ? null : object;
      },
      { wait: context.pause },
    );
    if (surface.tracking === 'failed') throw failureOf(surface);
    const { body: metadata } = await readSections(client, params.id, ['objects', 'videoDetails'], { signal });
    const { objects, videoDetails } = metadata;
    const document = Object.hasOwn(objects, objectId) ? objects[objectId] : undefined;
    if (document === undefined) throw deleted(objectId);
    const { summary, doubt } = surfaceReport(body.name, document, videoDetails, params.id);
    progress.done(summary);
    if (doubt !== null) terminal.note(doubt);
    return surface;
  } finally {
    progress.stop();
  }
}

const deleted = (id: string): CommandFailure =>
  new CommandFailure('OBJECT_NOT_FOUND', `The surface ${id} was deleted.`);

function failureOf({ id, failure }: TrackedObject): CommandFailure {
  const { code, message } = failure ?? { code: 'TRACKING_FAILED', message: 'no reason is known' };
  return new CommandFailure(code, `The surface ${id} could not be tracked: ${message}`);
}
