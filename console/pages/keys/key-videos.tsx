import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../components/skeleton.tsx';
import { videoNamesQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import styles from './key-page.module.css';

const MOST_NAMED = 10;

/** The videos that a key reaches, by their names. @param ids those that exist */
export function KeyVideos({ ids }: { ids: readonly string[] }) {
  const named = ids.slice(0, MOST_NAMED);
  const { data: names, isPending } = useQuery(videoNamesQuery(useServices(), named));
  // One that was deleted meanwhile has no name any more.
  const shown = names ? named.filter((id) => names.has(id)) : named;
  return (
    <ul className={styles.videos}>
      {shown.map((id) => (
        <li key={id}>
          {isPending ? (
            <Skeleton width={20} />
          ) : (
            <Link to="/videos/$id" params={{ id }}>
              <bdi>{names?.get(id) ?? id}</bdi>
            </Link>
          )}
        </li>
      ))}
      {ids.length > named.length && <li>and {ids.length - named.length} more</li>}
    </ul>
  );
}
