import { Clapperboard } from 'lucide-react';
import { ConnectionFailure } from '../../../client/failure.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Chip } from '../../components/chip.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Meter } from '../../components/meter.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import styles from './components-page.module.css';

const TONES = ['neutral', 'muted', 'accent', 'success', 'warning', 'danger'] as const;

/** What the console says by itself. */
export function Feedback() {
  return (
    <>
      <Card title="States">
        <div className={styles.row}>
          {TONES.map((tone) => (
            <Chip key={tone} tone={tone} dot>
              {tone}
            </Chip>
          ))}
          <TimeAgo moment="2026-01-01T00:00:00Z" />
        </div>
      </Card>
      <Card title="Notices">
        <div className={styles.column}>
          <Notice>Something to know.</Notice>
          <Notice kind="warning">Something to take care of.</Notice>
          <FailureNotice
            failure={new ConnectionFailure('unreachable')}
            what="The videos could not be loaded."
            onRetry={() => {}}
          />
        </div>
      </Card>
      <Card title="Amounts">
        <div className={styles.column}>
          <Meter label="Videos" value={12} max={40} text="12 of 40" />
          <Meter label="Uploads" value={10} max={10} text="10 of 10" />
          <Progress label="Sending" value={0.4} text="40 %" />
          <Progress label="Waiting" value={null} text="not known yet" />
          <Skeleton width={32} />
        </div>
      </Card>
      <Card title="Nothing there">
        <EmptyState
          icon={<Clapperboard size={22} />}
          title="Upload your first video"
          actions={<Button kind="primary">Upload videos</Button>}
        >
          Drop files anywhere on this page, or choose them.
        </EmptyState>
      </Card>
    </>
  );
}
