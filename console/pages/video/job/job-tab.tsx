import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import styles from './job.module.css';
import { JobForm } from './job-form.tsx';
import { JobProgress } from './job-progress.tsx';
import { isActive } from './job-state.ts';
import { useJob } from './use-job.ts';

/** The detection job: its progress while it runs, the outcome of the last one, and what starts another. */
export function JobTab({ videoId }: { videoId: string }) {
  const { data: job, error, refetch } = useJob(videoId);
  if (error !== null && job === undefined) {
    return <FailureNotice failure={error} what="The job could not be read." onRetry={() => void refetch()} />;
  }
  if (job === undefined) return <Skeleton width={40} />;
  return (
    <div className={styles.tab}>
      {job !== null && <JobProgress videoId={videoId} job={job} />}
      {!isActive(job) && <JobForm videoId={videoId} last={job} />}
    </div>
  );
}
