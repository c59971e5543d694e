import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { VideoEntry } from '../../queries/videos.ts';
import { FailureReason } from '../../videos/failure-reason.tsx';
import { Thumbnail } from './thumbnail.tsx';
import styles from './video-list.module.css';
import { VideoMenu } from './video-menu.tsx';
import { VideoStatusChip } from './video-status.tsx';

interface VideoItemProps {
  video: VideoEntry;
  view: 'grid' | 'list';
  onDelete: () => void;
}

/** A video in the list: a card of the grid, or a row. */
export function VideoItem({ video, view, onDelete }: VideoItemProps) {
  const name = (
    <Link
      to="/videos/$id"
      params={{ id: video.id }}
      className={styles.name}
      dir="auto"
      title={video.name}
      onKeyDown={({ key }) => key === 'Delete' && onDelete()}
    >
      {video.name}
    </Link>
  );
  const menu = (
    <span className={styles.menu}>
      <VideoMenu video={video} onDelete={onDelete} />
    </span>
  );
  const about = (
    <>
      <span className={styles.meta}>
        <VideoStatusChip status={video.status} />
        <TimeAgo moment={video.updatedAt} />
      </span>
      {video.status === 'failed' && (
        <span className={styles.reason}>
          <FailureReason id={video.id} />
        </span>
      )}
    </>
  );
  return view === 'grid' ? (
    <li className={styles.card}>
      <Thumbnail video={video} />
      <div className={styles.about}>
        <div className={styles.top}>
          {name}
          {menu}
        </div>
        {about}
      </div>
    </li>
  ) : (
    <li className={styles.row}>
      <span className={styles.small}>
        <Thumbnail video={video} />
      </span>
      <div className={styles.rowText}>
        {name}
        {about}
      </div>
      {menu}
    </li>
  );
}

/** Keeps the place of videos that are being loaded. */
export function BlankVideos({ view, count }: { view: 'grid' | 'list'; count: number }) {
  const lines = (
    <>
      <span className={styles.top}>
        <Skeleton width={24} />
      </span>
      <span className={styles.meta}>
        <Skeleton width={12} />
      </span>
    </>
  );
  const items = Array.from({ length: count }, (_, i) => `blank-${i}`);
  return (
    <div aria-hidden="true" className={view === 'grid' ? styles.grid : styles.list}>
      {items.map((key) =>
        view === 'grid' ? (
          <div key={key} className={styles.card}>
            <span className={styles.blank} />
            <div className={styles.about}>{lines}</div>
          </div>
        ) : (
          <div key={key} className={styles.row}>
            <span className={`${styles.small} ${styles.blank}`} />
            <div className={styles.rowText}>{lines}</div>
          </div>
        ),
      )}
    </div>
  );
}
