import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { SkeletonCard } from '../../components/skeleton.tsx';
import { keyQuery } from '../../queries/keys.ts';
import { videoNamesQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import { KeyForm } from './key-form.tsx';
import { proposedFor } from './key-form-values.ts';
import styles from './keys-page.module.css';

type FormProps = Omit<React.ComponentProps<typeof KeyForm>, 'initial'>;

/** The form for a key that takes the place of another, whose name, permissions and videos are proposed. */
export function ReplacementForm({ replaces, ...form }: FormProps & { replaces: string }) {
  const services = useServices();
  const { data, error, refetch } = useQuery(keyQuery(services, replaces));
  const reachable = data?.reachableProjectIds ?? [];
  const names = useQuery({ ...videoNamesQuery(services, reachable), enabled: data !== undefined });
  if (error) return <FailureNotice failure={error} what="The key could not be loaded." onRetry={refetch} />;
  if (names.isError) {
    return (
      <FailureNotice
        failure={names.error}
        what="The key’s videos could not be loaded."
        onRetry={() => void names.refetch()}
      />
    );
  }
  if (!data || !names.data) {
    return <SkeletonCard widths={[40, 60]} />;
  }
  // A video that was deleted meanwhile is left out.
  const videos = [...names.data].map(([value, label]) => ({ value, label }));
  const { key } = data;
  const left = (key.projectIds?.length ?? 0) - videos.length;
  return (
    <div className={styles.replacement}>
      <Notice>
        The new key takes the place of <bdi>{key.name}</bdi>, which goes on working until you revoke it.
        {left > 0 && ` ${left} of its videos do not exist any more and are left out.`}
      </Notice>
      <KeyForm initial={proposedFor(key, videos)} {...form} />
    </div>
  );
}
