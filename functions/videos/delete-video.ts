import { deleteVideo as definition } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { DELETION_STORES, deleteVideo } from '../../shared/service/videos/delete-video.ts';

export const handler = endpoint(
  definition,
  DELETION_STORES,
  async ({ principal, params, ifMatch }, stores) => {
    await deleteVideo(stores, principal, params.id, ifMatch);
    return { body: { success: true } };
  },
);
