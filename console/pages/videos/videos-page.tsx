import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Clapperboard, SearchX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { type VideoEntry, videosQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { UploadButton, useUploadFiles } from '../../uploads/upload-button.tsx';
import { isUnfinished } from '../../uploads/uploads.ts';
import { useUploads } from '../../uploads/use-uploads.ts';
import { DeleteVideoDialog } from '../../videos/delete-video-dialog.tsx';
import { BlankVideos, VideoItem } from './video-item.tsx';
import styles from './video-list.module.css';
import { lastPage, VideosPagination } from './videos-pagination.tsx';
import { VideosToolbar } from './videos-toolbar.tsx';

const PAGE_SIZE = 24;
const route = getRouteApi('/framed/videos');

/** All videos of the account. */
export function VideosPage() {
  const services = useServices();
  const search = route.useSearch();
  const [asked, setAsked] = useState<VideoEntry | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { q: name, status, page = 1, view = 'grid' } = search;
  const { data, error, refetch } = useQuery(
    videosQuery(services, { name, status, page, pageSize: PAGE_SIZE }),
  );
  const isBeyond = data !== undefined && data.page === page && page > lastPage(data);
  const navigate = useNavigate({ from: '/videos' });
  // The address names a page that is not there, or its last video was deleted.
  useEffect(() => {
    if (isBeyond) void navigate({ search: (before) => ({ ...before, page: lastPage(data) }), replace: true });
  }, [isBeyond, data, navigate]);
  const upload = useUploadFiles();
  const list = useRef<HTMLUListElement>(null);
  // Within the list the keys go from where the focus is.
  const enterList = () => {
    if (!list.current?.contains(document.activeElement)) list.current?.querySelector('a')?.focus();
  };
  useShortcuts({
    u: upload,
    '/': () => searchField.current?.focus(),
    ArrowDown: enterList,
    ArrowRight: enterList,
  });

  const uploadButton = <UploadButton>Upload videos</UploadButton>;
  const isFiltered = name !== undefined || status !== undefined;
  const isEmpty = data?.total === 0;
  const isUploading = useUploads().some(isUnfinished);

  return (
    <Page title="Videos" actions={uploadButton}>
      {(isFiltered || !isEmpty) && <VideosToolbar search={search} searchField={searchField} />}
      <p className="visually-hidden" role="status">
        {data && (data.total === 1 ? '1 video' : `${data.total} videos`)}
      </p>
      {error && <FailureNotice failure={error} what="The videos could not be loaded." onRetry={refetch} />}
      {(isBeyond || (!data && !error)) && <BlankVideos view={view} count={8} />}
      {data && !isEmpty && !isBeyond && (
        <ul ref={list} className={view === 'grid' ? styles.grid : styles.list} onKeyDown={moveFocus}>
          {data.videos.map((video) => (
            <VideoItem key={video.id} video={video} view={view} onDelete={() => setAsked(video)} />
          ))}
        </ul>
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          icon={<SearchX size={22} />}
          title="No video matches"
          actions={
            <route.Link to="/videos" className={buttonClass({})}>
              Show all videos
            </route.Link>
          }
        >
          {name === undefined
            ? 'No video has this status.'
            : `No video has this name${status === undefined ? '' : ' and status'}.`}
        </EmptyState>
      )}
      {isEmpty && !isFiltered && isUploading && (
        <EmptyState icon={<Clapperboard size={22} />} title="Your first videos are on their way">
          They appear here as soon as their files have been read. How far they are is in the corner of the
          page.
        </EmptyState>
      )}
      {isEmpty && !isFiltered && !isUploading && (
        <EmptyState icon={<Clapperboard size={22} />} title="Upload your first video" actions={uploadButton}>
          Drop files anywhere on this page, or choose them: MP4, MOV or WebM, up to 10 GB each.
        </EmptyState>
      )}
      {data && !isBeyond && <VideosPagination page={data.page} pageSize={data.pageSize} total={data.total} />}
      <DeleteVideoDialog video={asked} onClose={() => setAsked(null)} />
    </Page>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Has arrow keys move between the links of a list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(event.target as HTMLElement);
  const step = STEPS[event.key];
  if (at === -1 || step === undefined) return;
  event.preventDefault();
  links[at + step]?.focus();
}
