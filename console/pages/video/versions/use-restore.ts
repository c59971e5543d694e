import { useMutation } from '@tanstack/react-query';
import { isApiFailure } from '../../../../client/failure.ts';
import { restoreVersion } from '../../../../shared/contract/routes/metadata.ts';
import { useToast } from '../../../components/toasts.tsx';
import { useServices } from '../../../services.ts';
import { objectsKey } from '../surface/use-surfaces.ts';
import { videoKey } from '../video-data.ts';
import { versionsKey } from './version-data.ts';

interface Restoring {
  /** The version to restore. */
  wanted: number;
  /** The newest one that the person knows of. */
  newest: number;
}

/** Makes an older version the newest; what was read of the video is read again, also where someone else was first. */
export function useRestore(videoId: string, onRestored: () => void) {
  const { client, queries } = useServices();
  const toast = useToast();
  const readAnew = () =>
    Promise.all(
      [versionsKey(videoId), videoKey(videoId), objectsKey(videoId)].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation({
    mutationFn: ({ wanted, newest }: Restoring) =>
      client.call(restoreVersion, { params: { id: videoId, version: String(wanted) }, ifMatch: newest }),
    onSuccess: ({ version }, { wanted }) => {
      toast({
        title: `Version ${wanted} restored`,
        description: `It is the newest again, as version ${version}.`,
      });
      onRestored();
      void readAnew();
    },
    onError: (failure) => {
      if (isApiFailure(failure, 'VERSION_CONFLICT')) void readAnew();
    },
  });
}
