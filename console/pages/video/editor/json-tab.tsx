import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { accountQuery } from '../../../queries/account.ts';
import { userStorage, useServices } from '../../../services.ts';
import { versionsKey } from '../versions/version-data.ts';
import { videoKey } from '../video-data.ts';
import { DocumentEditor, LoadingEditor } from './document-editor.tsx';
import { documentSource } from './document-source.ts';
import { draftStore } from './draft.ts';

/** The document as JSON. Drafts are kept by account, which is read first. */
export function JsonTab({ videoId }: { videoId: string }) {
  const { data: account, error, refetch } = useQuery(accountQuery(useServices()));
  if (account !== undefined) return <Editor videoId={videoId} account={account.id} />;
  if (error === null) return <LoadingEditor />;
  return (
    <FailureNotice
      failure={error}
      what="The account, which drafts are kept for, could not be loaded."
      onRetry={() => void refetch()}
    />
  );
}

function Editor({ videoId, account }: { videoId: string; account: string }) {
  const services = useServices();
  const { client, queries } = services;
  const source = useMemo(() => documentSource(client, videoId), [client, videoId]);
  const drafts = useMemo(
    () => draftStore(userStorage(services), account, videoId),
    [services, account, videoId],
  );
  const onSaved = useCallback(() => {
    for (const queryKey of [videoKey(videoId), versionsKey(videoId)])
      void queries.invalidateQueries({ queryKey });
  }, [queries, videoId]);
  return <DocumentEditor source={source} drafts={drafts} onSaved={onSaved} />;
}
