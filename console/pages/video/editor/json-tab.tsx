import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { accountQuery } from '../../../queries/account.ts';
import { forgetVideo, userStorage, useServices } from '../../../services.ts';
import { isMissing } from '../missing-video.ts';
import { versionsKey } from '../versions/version-data.ts';
import { videoKey } from '../video-data.ts';
import { DocumentEditor, LoadingEditor } from './document-editor.tsx';
import { type DocumentSource, documentSource } from './document-source.ts';
import { draftStore } from './draft.ts';

interface JsonTabProps {
  videoId: string;
  /** The video was deleted since it was read. */
  isGone: boolean;
}

/** The document as JSON. Drafts are kept by account, which is read first. */
export function JsonTab({ videoId, isGone }: JsonTabProps) {
  const { data: account, error, refetch } = useQuery(accountQuery(useServices()));
  if (account !== undefined) return <Editor videoId={videoId} isGone={isGone} account={account.id} />;
  if (error === null) return <LoadingEditor />;
  return (
    <FailureNotice
      failure={error}
      what="The account, which drafts are kept for, could not be loaded."
      onRetry={() => void refetch()}
    />
  );
}

function Editor({ videoId, isGone, account }: JsonTabProps & { account: string }) {
  const services = useServices();
  const { client, queries } = services;
  const source = useMemo(
    () =>
      watchedSource(documentSource(client, videoId), () => {
        forgetVideo(services, videoId);
        // The page finds out for itself and reports it.
        void queries.invalidateQueries({ queryKey: videoKey(videoId) });
      }),
    [services, client, queries, videoId],
  );
  const drafts = useMemo(
    () => draftStore(userStorage(services), account, videoId),
    [services, account, videoId],
  );
  const onSaved = useCallback(() => {
    for (const queryKey of [videoKey(videoId), versionsKey(videoId)])
      void queries.invalidateQueries({ queryKey });
  }, [queries, videoId]);
  return <DocumentEditor source={source} drafts={drafts} isGone={isGone} onSaved={onSaved} />;
}

/** The same source; it reports responses that say the video does not exist. */
function watchedSource(source: DocumentSource, onMissing: () => void): DocumentSource {
  const report = (failure: unknown): never => {
    if (isMissing(failure)) onMissing();
    throw failure;
  };
  return {
    read: (version) => source.read(version).catch(report),
    patch: (patch, base) => source.patch(patch, base).catch(report),
  };
}
