import type { Api } from '../service/api.ts';
import type { Workbench } from '../service/workbench.ts';
import { cutSurface } from './cut-surface.ts';
import type { StartedBody } from './surface-video.ts';

/** Queues a surface, marked in the first frame, in units of two frames. */
export async function queueSurface({ environment }: Workbench, api: Api, videoId: string): Promise<void> {
  const corners = [0.2, 0.8, 0.8, 0.2].map((x, i) => ({ x, y: i < 2 ? 0.2 : 0.8 }));
  const json = { name: 'Wall', frame: 0, corners };
  const { body } = await api<StartedBody>('POST', `/api/videos/${videoId}/objects/surface`, { json });
  // The request has sent the surface's first message; it finds these units.
  await cutSurface(environment, { videoId, objectId: body.objectId }, 2);
}
