import { getVideo } from '../../shared/contract/routes/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { JsonStream } from '../../shared/http/json-stream.ts';
import { DETAILS_STORES, videoDetails } from '../../shared/service/videos/video-details.ts';

export const handler = endpoint(getVideo, DETAILS_STORES, async ({ principal, params }, stores) => {
  const { figures, openDocument } = await videoDetails(stores, principal, params.id);
  return {
    body:
      openDocument === null
        ? { ...figures, metadata: {} }
        : JsonStream.withMember(figures, 'metadata', openDocument),
  };
});
