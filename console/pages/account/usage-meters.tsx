import { isUnlimited } from '../../../shared/contract/quotas.ts';
import type { ConsoleAccount } from '../../../shared/contract/schemas/console/account.ts';
import { Meter } from '../../components/meter.tsx';
import { byteSize, numberText } from '../../format.ts';
import styles from './account-page.module.css';

type Quota = ConsoleAccount['quotas'][number];

const LABELS: Record<Quota['name'], string> = {
  videos: 'Videos',
  bytes: 'Storage',
  openUploads: 'Incomplete uploads',
  activeJobs: 'Active jobs',
  activeSurfaces: 'Tracked surfaces',
  activeKeys: 'Active keys',
};

/** What the account has of its quotas. @param quotas undefined while they are loading */
export function UsageMeters({ quotas }: { quotas: readonly Quota[] | undefined }) {
  const amount = (name: Quota['name']) => (name === 'bytes' ? byteSize : numberText);
  return (
    <div className={styles.meters}>
      {quotas === undefined
        ? Object.values(LABELS).map((label) => <Meter key={label} label={label} text="…" />)
        : quotas.map(({ name, used, max }) => (
            <Meter
              key={name}
              label={LABELS[name]}
              value={used}
              max={max}
              isUnlimited={isUnlimited(name, max)}
              text={
                isUnlimited(name, max)
                  ? `${amount(name)(used)}, no limit`
                  : `${amount(name)(used)} of ${amount(name)(max)}`
              }
            />
          ))}
    </div>
  );
}
