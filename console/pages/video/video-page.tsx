import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FileQuestion, Hourglass, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { forgetVideo, useServices } from '../../services.ts';
import { MissingPage } from '../../shell/missing-page.tsx';
import { Page } from '../../shell/page.tsx';
import { UploadButton } from '../../uploads/upload-button.tsx';
import { DeleteVideoButton } from './delete-video-button.tsx';
import { isMissing, mayBeTriedAgain } from './missing-video.ts';
import {
  documentOf,
  type Video,
  videoKey,
  videoPresenceQuery,
  videoWithDocumentQuery,
} from './video-data.ts';
import { VideoDetails } from './video-details.tsx';
import { VideoWorkspace } from './video-workspace.tsx';

const BACK = { to: '/videos', label: 'Videos' } as const;

/** A video: what is seen in it, and what can be done with it; or why there is nothing to see. */
export function VideoPage() {
  const { id } = useParams({ from: '/framed/videos/$id' });
  const services = useServices();
  const { data: video, error, refetch } = useQuery(videoWithDocumentQuery(services, id));
  const isGone = isMissing(error);
  const { data: newest } = useQuery({
    ...videoPresenceQuery(services, id),
    enabled: video?.status === 'processed' && !isGone,
  });
  const seen = useRef({ id, newest });
  useEffect(() => {
    const { current: before } = seen;
    seen.current = { id, newest };
    // Somebody has saved it meanwhile, perhaps in another window.
    if (before.id === id && before.newest !== undefined && before.newest !== newest)
      void services.queries.invalidateQueries({ queryKey: videoKey(id) });
  }, [id, newest, services]);
  useEffect(() => {
    if (isGone) forgetVideo(services, id);
  }, [isGone, id, services]);
  // One that was in view stays there, so that what was typed can be copied.
  if (isGone && video?.status !== 'processed') return <Gone />;
  if (video === undefined) {
    return (
      <Page title="Video" back={BACK} wide>
        {error === null ? (
          <Skeleton width={60} />
        ) : (
          <FailureNotice
            failure={error}
            what="The video could not be loaded."
            {...(mayBeTriedAgain(error) && { onRetry: () => void refetch() })}
          />
        )}
      </Page>
    );
  }
  const document = documentOf(video);
  if (video.status !== 'processed' || document === null) return <NotReady video={video} />;
  return <VideoWorkspace key={id} video={video} document={document} isGone={isGone} />;
}

function Gone() {
  return (
    <MissingPage name="video" icon={<FileQuestion size={22} />} back={BACK}>
      It has been deleted, it belongs to another account, or the address is not quite right.
    </MissingPage>
  );
}

function NotReady({ video }: { video: Video }) {
  return (
    <Page
      title={video.name}
      back={BACK}
      actions={
        <>
          <VideoDetails video={video} />
          <DeleteVideoButton video={video} />
        </>
      }
    >
      {video.status === 'failed' ? (
        <EmptyState
          icon={<TriangleAlert size={22} />}
          title="This file cannot be used"
          actions={<UploadButton>Upload another file</UploadButton>}
        >
          {video.failure?.message} {video.failure && <code>{video.failure.code}</code>}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<Hourglass size={22} />}
          title={video.status === 'uploading' ? 'Still uploading' : 'Being examined'}
        >
          The page shows the video as soon as it can be played.
        </EmptyState>
      )}
    </Page>
  );
}
