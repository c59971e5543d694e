import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Progress } from '../../../components/progress.tsx';
import { FallbackNotice } from './fallback-notice.tsx';
import styles from './job.module.css';
import { isActive, type Job } from './job-state.ts';
import { useCancelJob } from './use-job.ts';

const STATES = {
  queued: ['Waiting', 'muted'],
  processing: ['Running', 'accent'],
  completed: ['Finished', 'success'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'muted'],
} as const satisfies Record<Job['status'], readonly [string, string]>;

/** How far a job is, or how it ended. */
export function JobProgress({ videoId, job }: { videoId: string; job: Job }) {
  const cancel = useCancelJob(videoId);
  const [state, tone] = STATES[job.status];
  const active = isActive(job);
  return (
    <Panel
      title="Latest detection"
      aside={
        <>
          <Chip tone={tone} dot>
            {state}
          </Chip>
          {active && (
            <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      {active && (
        <div aria-live="polite">
          <Progress label="Progress" value={job.progress / 100} text={progressText(job)} />
        </div>
      )}
      <dl className={styles.facts}>
        <dt>Objects</dt>
        <dd>{objectsText(job)}</dd>
        <dt>Sampled frames</dt>
        <dd>
          {job.samples.processed} of {job.samples.total}, {job.samples.detected} analysed
        </dd>
        {job.undecodableFrames > 0 && (
          <>
            <dt>Damaged frames</dt>
            <dd>{job.undecodableFrames}</dd>
          </>
        )}
        <dt>Model</dt>
        <dd>
          <bdi>{job.model}</bdi>
        </dd>
      </dl>
      {job.fallback && <FallbackNotice />}
      {job.error && (
        <Notice kind="danger">
          {job.error.message} ({job.error.code})
        </Notice>
      )}
      {cancel.isError && <FailureNotice failure={cancel.error} what="The job could not be cancelled." />}
    </Panel>
  );
}

/** A job that runs may find more. */
function objectsText(job: Job): string {
  if (!isActive(job)) return String(job.objectsDetected);
  return job.objectsDetected === 0 ? 'none yet' : `at least ${job.objectsDetected}`;
}

function progressText({ status, progress, eta }: Job): string {
  const percent = `${Math.round(progress)} %`;
  if (status === 'queued') return 'starting soon';
  return eta > 0 ? `${percent}, ${timeLeft(eta)}` : percent;
}

/** Seconds, no more exactly than an estimate is. */
function timeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
