import { useQuery } from '@tanstack/react-query';
import { type VideoEntry, videoQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import styles from './video-list.module.css';

/** Why the file of a failed video could not be used; lists do not have it. */
export function FailureReason({ video }: { video: VideoEntry }) {
  const services = useServices();
  const { data } = useQuery({ ...videoQuery(services, video.id), staleTime: Number.POSITIVE_INFINITY });
  return data?.failure ? <span className={styles.reason}>{data.failure.message}</span> : null;
}
