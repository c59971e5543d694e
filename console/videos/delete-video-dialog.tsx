import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiFailure } from '../../client/failure.ts';
import { deleteVideo } from '../../shared/contract/routes/videos.ts';
import { AlertDialog } from '../components/alert-dialog.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { useToast } from '../components/toasts.tsx';
import { VIDEOS_KEY } from '../queries/video-keys.ts';
import { forgetVideo, useServices } from '../services.ts';

interface DeleteVideoDialogProps {
  /** Null while no question is asked. */
  video: { id: string; name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a video is deleted, by its name. */
export function DeleteVideoDialog({ video, onClose, onDeleted }: DeleteVideoDialogProps) {
  const services = useServices();
  const { client } = services;
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) => {
      await client.call(deleteVideo, { params: { id } }).catch((failure: unknown) => {
        // Deleted meanwhile, which is what was asked for.
        if (!isApiFailure(failure, 'VIDEO_NOT_FOUND')) throw failure;
      });
      forgetVideo(services, id);
      await queries.invalidateQueries({ queryKey: VIDEOS_KEY });
    },
    onSuccess: (_, { name }) => {
      onClose();
      toast({ title: 'Video deleted', description: name });
      onDeleted?.();
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <AlertDialog
      open={video !== null}
      onClose={close}
      title="Delete this video?"
      action="Delete video"
      busy={isPending}
      onAction={() => video && mutate(video)}
    >
      <p>
        <strong>
          <bdi>{video?.name}</bdi>
        </strong>{' '}
        is deleted with its file, its objects and every version of its metadata. This cannot be undone.
      </p>
      {error && <FailureNotice failure={error} what="The video was not deleted." />}
    </AlertDialog>
  );
}
