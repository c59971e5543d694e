import type { ConsoleAccount } from '../../../shared/contract/schemas/console/account.ts';
import { Meter } from '../../components/meter.tsx';
import { byteSize } from '../../format/byte-size.ts';
import styles from './account-page.module.css';

type Quota = ConsoleAccount['quotas'][number];

const LABELS: Record<Quota['name'], string> = {
  videos: 'Videos',
  bytes: 'Storage',
  openUploads: 'Uploads that are not complete',
  activeJobs: 'Active processing jobs',
  activeSurfaces: 'Surfaces that are being tracked',
  activeKeys: 'API keys that work',
};

const count = new Intl.NumberFormat('en');

/** What the account has of its quotas. */
export function UsageMeters({ quotas }: { quotas: readonly Quota[] }) {
  const amount = (name: Quota['name']) => (name === 'bytes' ? byteSize : count.format);
  return (
    <div className={styles.meters}>
      {quotas.map(({ name, used, max }) => (
        <Meter
          key={name}
          label={LABELS[name]}
          value={used}
          max={max}
          text={`${amount(name)(used)} of ${amount(name)(max)}`}
        />
      ))}
    </div>
  );
}
