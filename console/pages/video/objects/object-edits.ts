import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '../../../../client/client.ts';
import { deleteObject, patchObject } from '../../../../shared/contract/routes/objects.ts';
import { useServices } from '../../../services.ts';
import { documentOf, type Video, type VideoDocument, videoKey } from '../video-data.ts';

type ObjectChange = CallInput<typeof patchObject>['body'];

/**
 * Changes an object and shows the outcome everywhere, without reading the document anew. An edit of one object does no harm to
 * what others change meanwhile, so it is made for whatever version is the newest.
 */
export function usePatchObject(videoId: string, objectId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: (body: ObjectChange) => client.call(patchObject, { params: { id: videoId, objectId }, body }),
    onSuccess: ({ object }) => {
      const { userLabel, customData } = object;
      queries.setQueryData<Video>(videoKey(videoId), (video) =>
        withObjects(video, (objects) => {
          const before = objects[objectId];
          return before === undefined
            ? objects
            : { ...objects, [objectId]: { ...before, userLabel, customData } };
        }),
      );
    },
  });
}

export function useDeleteObject(videoId: string, objectId: string) {
  const { client, queries } = useServices();
  return useMutation({
    mutationFn: () => client.call(deleteObject, { params: { id: videoId, objectId } }),
    onSuccess: () => {
      queries.setQueryData<Video>(videoKey(videoId), (video) =>
        withObjects(video, ({ [objectId]: _, ...others }) => others),
      );
    },
  });
}

function withObjects(
  video: Video | undefined,
  change: (objects: VideoDocument['objects']) => VideoDocument['objects'],
): Video | undefined {
  const document = video && documentOf(video);
  return video && document
    ? { ...video, metadata: { ...document, objects: change(document.objects) } }
    : video;
}
