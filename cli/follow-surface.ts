import type { CallInput, Client } from '../client/client.ts';
import { createSurface, listObjects } from '../shared/contract/routes/objects.ts';
import type { Context } from './command.ts';
import { CommandFailure } from './failures.ts';
import type { TrackedObject } from './objects-table.ts';
import { poll } from './poll.ts';

/**
 * Marks a surface and follows its tracking under a progress bar until that is over.
 * @throws CommandFailure when it failed, or when the surface was deleted meanwhile
 */
export async function followSurface(
  context: Context,
  client: Client,
  { params, body }: Pick<CallInput<typeof createSurface>, 'params' | 'body'>,
): Promise<TrackedObject> {
  const { terminal, signal } = context;
  const progress = terminal.progress('Tracking  ');
  try {
    progress.update(0, 'the service answers within 20 s');
    const { objectId } = await client.call(createSurface, { params, body, signal });
    const surface = await poll(context, async () => {
      const { objects } = await client.call(listObjects, { params, signal });
      const object = objects.find(({ id }) => id === objectId);
      if (object === undefined) {
        throw new CommandFailure('OBJECT_NOT_FOUND', `The surface ${objectId} was deleted.`);
      }
      progress.update((object.trackingProgress ?? 0) / 100);
      return object.tracking === 'running' ? null : object;
    });
    if (surface.tracking === 'failed') throw failureOf(surface);
    const { firstFrame, lastFrame } = surface;
    progress.done(`Tracked ${body.name}: first seen in frame ${firstFrame}, last in frame ${lastFrame}`);
    return surface;
  } finally {
    progress.stop();
  }
}

function failureOf({ id, failure }: TrackedObject): CommandFailure {
  const { code, message } = failure ?? { code: 'TRACKING_FAILED', message: 'no reason is known' };
  return new CommandFailure(code, `The surface ${id} could not be followed: ${message}`);
}
