import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileJson, History, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isApiFailure } from '../../../../client/failure.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNotice, reasonOf } from '../../../components/failure-notice.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { useServices } from '../../../services.ts';
import { DocumentGone } from '../editor/document-gone.tsx';
import { type DocumentSource, documentSource } from '../editor/document-source.ts';
import type { Video } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { useRestore } from './use-restore.ts';
import { Comparing, VersionComparison } from './version-comparison.tsx';
import { versionsQuery } from './version-data.ts';
import { VersionList } from './version-list.tsx';
import styles from './versions-tab.module.css';

interface VersionsTabProps {
  video: Pick<Video, 'id' | 'name'>;
  /** Whether a surface is being tracked. */
  isTracking: boolean;
  search: VideoSearch;
  onSearch: (change: Partial<VideoSearch>) => void;
}

/** The versions of the document: what each changed, how any two differ, and the way back to one. */
export function VersionsTab({ video, isTracking, search, onSearch }: VersionsTabProps) {
  const services = useServices();
  const source = useMemo(() => documentSource(services.client, video.id), [services, video.id]);
  const listed = useInfiniteQuery(versionsQuery(services, video.id));
  const toast = useToast();
  const [asked, setAsked] = useState<number | null>(null);
  const restore = useRestore(video.id, () => {
    setAsked(null);
    onSearch({ version: undefined, against: undefined });
  });
  const download = useMutation({
    mutationFn: (version: number) => downloadVersion(source, version, video.name),
    onError: (error) =>
      toast({ title: 'The version could not be downloaded', description: reasonOf(error), error: true }),
  });

  const { data, error } = listed;
  if (isApiFailure(error, 'VIDEO_NOT_FOUND')) return <DocumentGone text={null} />;
  if (data === undefined) {
    if (error === null) return <Comparing />;
    return (
      <FailureNotice
        failure={error}
        what="The versions could not be loaded."
        onRetry={() => void listed.refetch()}
      />
    );
  }
  const newest = data.pages[0]?.currentVersion ?? 1;
  const versions = data.pages.flatMap((page) => page.versions);
  const shown = Math.min(search.version ?? newest, newest);
  const other = search.against === undefined ? shown - 1 : Math.min(search.against, newest);
  const [before, after] = [Math.min(shown, other), Math.max(shown, other)];
  const hasOther = other >= 1 && other !== shown;

  return (
    <div className={styles.tab}>
      {error !== null && <FailureNotice failure={error} what="The list may be out of date." />}
      <VersionList
        versions={versions}
        newest={newest}
        shown={shown}
        against={hasOther ? other : null}
        onShow={(version) => onSearch({ version, against: undefined })}
        onCompare={(version) => onSearch({ version: shown, against: version })}
      />
      {listed.hasNextPage && (
        <Button size="small" busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
          Show older versions
        </Button>
      )}
      <section className={styles.comparison} aria-labelledby="versions-compared">
        <header className={styles.head}>
          <h2 id="versions-compared" className={styles.title}>
            {hasOther ? `From version ${before} to version ${after}` : `Version ${shown}`}
          </h2>
          <div className={styles.actions}>
            <Button
              size="small"
              icon={<FileJson size={14} />}
              busy={download.isPending}
              onClick={() => download.mutate(shown)}
            >
              Version {shown} as JSON
            </Button>
            {shown !== newest && (
              <Button
                size="small"
                kind="primary"
                icon={<RotateCcw size={14} />}
                onClick={() => {
                  restore.reset();
                  setAsked(shown);
                }}
              >
                Restore version {shown}
              </Button>
            )}
          </div>
        </header>
        {hasOther ? (
          <VersionComparison key={`${before} ${after}`} source={source} before={before} after={after} />
        ) : (
          <EmptyState icon={<History size={20} />} title="The first version">
            {newest === 1
              ? 'Nothing was changed yet. Every change makes a version, which can be compared and restored here.'
              : 'There is none before it. Choose another version to compare it with.'}
          </EmptyState>
        )}
      </section>
      <RestoreDialog
        isTracking={isTracking}
        wanted={asked}
        newest={newest}
        failure={restore.error}
        busy={restore.isPending}
        onRestore={() => asked !== null && restore.mutate({ wanted: asked, newest })}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

/** Has the browser save a version of the document as a file, as the service sent it. */
async function downloadVersion(source: DocumentSource, version: number, name: string): Promise<void> {
  const { bytes } = await source.read(version);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${name} (version ${version}).json`,
  });
  link.click();
  URL.revokeObjectURL(address);
}
