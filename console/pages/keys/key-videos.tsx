import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../components/skeleton.tsx';
import { videoNameQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import styles from './key-page.module.css';

/** Each name is a call. */
const MOST_NAMED = 10;

/** The videos that a key reaches, by their names. @param ids those that exist */
export function KeyVideos({ ids }: { ids: readonly string[] }) {
  const services = useServices();
  const named = ids.slice(0, MOST_NAMED);
  const names = useQueries({ queries: named.map((id) => videoNameQuery(services, id)) });
  return (
    <ul className={styles.videos}>
      {named.map((id, index) => {
        const { data, isPending, isError } = names[index] ?? {};
        if (isPending) {
          return (
            <li key={id}>
              <Skeleton width={20} />
            </li>
          );
        }
        // One that was deleted meanwhile has no name any more.
        if (!data && !isError) return null;
        return (
          <li key={id}>
            <Link to="/videos/$id" params={{ id }}>
              <bdi>{data?.name ?? id}</bdi>
            </Link>
          </li>
        );
      })}
      {ids.length > named.length && <li>and {ids.length - named.length} more</li>}
    </ul>
  );
}
