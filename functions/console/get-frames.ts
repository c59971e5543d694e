import { getFrames } from '../../shared/contract/routes/console/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { FRAME_STORES, storedFrameIndex } from '../../shared/service/videos/frame-index.ts';

export const handler = endpoint(getFrames, FRAME_STORES, async ({ principal, params }, stores) => {
  const bytes = await storedFrameIndex(stores, principal, params.id);
  return { body: { frameIndex: Buffer.from(bytes).toString('base64') } };
});
