import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '../../../../client/client.ts';
import { deleteObject, patchObject } from '../../../../shared/contract/routes/objects.ts';
import { useServices } from '../../../services.ts';
import { documentOf, type Video, type VideoDocument, videoKey } from '../video-data.ts';

type ObjectChange = CallInput<typeof patchObject>['body'];

/**
 * Shows an outcome everywhere, without reading the document again. A reading that is under way may be of the time before, and is
 * begun again.
 */
function useOutcome(videoId: string) {
  const { queries } = useServices();
  const queryKey = videoKey(videoId);
  return async (change: (objects: VideoDocument['objects']) => VideoDocument['objects']): Promise<void> => {
    const isBeingRead = queries.isFetching({ queryKey }) > 0;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Video>(queryKey, (video) => withObjects(video, change));
    if (isBeingRead) void queries.invalidateQueries({ queryKey });
  };
}

/**
 * Changes an object. An edit of one object does no harm to what others change meanwhile, so it is made for whatever version is
 * the newest.
 */
export function usePatchObject(videoId: string, objectId: string) {
  const { client } = useServices();
  const show = useOutcome(videoId);
  return useMutation({
    mutationFn: (body: ObjectChange) => client.call(patchObject, { params: { id: videoId, objectId }, body }),
    onSuccess: ({ object: { userLabel, customData } }) =>
      show((objects) => {
        const before = objects[objectId];
        return before === undefined
          ? objects
          : { ...objects, [objectId]: { ...before, userLabel, customData } };
      }),
  });
}

export function useDeleteObject(videoId: string, objectId: string) {
  const { client } = useServices();
  const show = useOutcome(videoId);
  return useMutation({
    mutationFn: () => client.call(deleteObject, { params: { id: videoId, objectId } }),
    onSuccess: () => show(({ [objectId]: _, ...others }) => others),
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
