import type { Client } from '../../client/client.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { createSurface } from '../../shared/contract/routes/objects.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import type { Size } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { flag, value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { UsageError, videoNotReady } from '../failures.ts';
import { awaitWork, surfaceOf } from '../ongoing-work.ts';
import { withApi } from '../service.ts';
import { trackSurface } from '../track-surface.ts';
import { corners, integer, label } from '../values.ts';

/** Corners of which none is farther from the frame's corner than this, in pixels, enclose too little to be tracked. */
const MOST_OF_FRACTIONS = 2;

export const surface = defineCommand({
  operands: { required: ['id'] },
  description: `ID is the id of the video. Marks a flat surface, such as a wall, a screen or a page, in one frame, tracks it through the
video, and prints the id of the object. Corners are fractions of the displayed frame, from its top left corner: 0,0 is
there, 1,1 is the bottom right corner, 1.2 is outside. List them in order around the surface; overlays have their
top left corner at the first and their top right corner at the second.`,
  options: {
    frame: value('N', 'Frame that the corners are given for; the first is 0 (required)', integer(0)),
    corners: value('X1,Y1,…,X4,Y4', 'Corners of the surface in that frame (required)', corners),
    pixels: flag('The corners are in pixels of the displayed frame instead'),
    name: value('NAME', 'Name of the surface (required)', label),
    'no-wait': flag('Return as soon as the service has answered, within 20 s; tracking continues'),
  },
  async run(context, { operands: { id }, options }) {
    const { frame, corners: given, name, pixels, 'no-wait': noWait } = options;
    if (frame === undefined) throw new UsageError('--frame N is missing.');
    if (given === undefined) throw new UsageError('--corners X1,Y1,…,X4,Y4 is missing.');
    if (name === undefined) throw new UsageError('--name NAME is missing.');
    requireUnit(given, pixels);
    return withApi(context, async ({ client, lasting }) => {
      const { signal, terminal } = context;
      const params = { id };
      const marked = pixels ? fractions(given, await displayedSize(context, client, id)) : given;
      const body = { name, frame, corners: marked };
      if (!noWait) {
        const following = trackSurface(context, client, { params, body });
        const object = await awaitWork(context, { lasting }, surfaceOf(id), following);
        return { json: object, text: object.id };
      }
      const started = await client.call(createSurface, { params, body, signal });
      terminal.note(
        lasting
          ? `"vms objects ${id}" shows the progress.`
          : 'No service keeps running: tracking goes on when one does ("npx vms serve").',
      );
      return { json: started, text: started.objectId };
    });
  },
});

/** Refuses corners that can only be meant in the other unit. */
function requireUnit(given: readonly Point[], pixels: boolean): void {
  const coordinates = given.flatMap(({ x, y }) => [x, y]);
  const { min, max } = LIMITS.cornerFraction;
  if (pixels && coordinates.every((value) => Math.abs(value) <= MOST_OF_FRACTIONS)) {
    throw new UsageError('--corners look like fractions of the frame, not like pixels: leave out --pixels.');
  }
  const beyond = coordinates.find((value) => value < min || value > max);
  if (!pixels && beyond !== undefined) {
    throw new UsageError(
      `--corners must be fractions of the frame, from ${min} to ${max}, not ${beyond}: give --pixels where they are pixels.`,
    );
  }
}

async function displayedSize({ signal }: Context, client: Client, id: string): Promise<Size> {
  const { status, width, height } = await client.call(getVideo, { params: { id }, signal });
  if (status === 'processed') return { width, height };
  throw videoNotReady(id, status);
}

/** @throws UsageError, in pixels, where the service would refuse the fractions */
const fractions = (points: readonly Point[], { width, height }: Size): Point[] =>
  points.map(({ x, y }) => ({ x: fraction(x, width, 'across'), y: fraction(y, height, 'down') }));

function fraction(pixels: number, size: number, along: string): number {
  const { min, max } = LIMITS.cornerFraction;
  if (pixels >= min * size && pixels <= max * size) return pixels / size;
  throw new UsageError(
    `--corners must be from ${min * size} to ${max * size} pixels ${along}, not ${pixels}.`,
  );
}
