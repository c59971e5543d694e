import { useEffect, useState } from 'react';
import { TIER_LIMITS } from '../../../shared/contract/limits.ts';
import type { ConsoleAccount } from '../../../shared/contract/schemas/console/account.ts';
import { Meter } from '../../components/meter.tsx';
import { numberText } from '../../format.ts';
import styles from './account-page.module.css';

/** What the account's keys have used of their requests in the present minute. @param rate undefined while it is loading */
export function RateMeter({ rate }: { rate: ConsoleAccount['rate'] | undefined }) {
  const now = useSeconds();
  if (rate === undefined) return <Meter label="This minute" text="…" />;
  const { limit, remaining, resetAt } = rate;
  const seconds = Math.max(0, Math.ceil(resetAt - now / 1000));
  return (
    <div className={styles.meters}>
      <Meter
        label="This minute"
        value={limit - remaining}
        max={limit}
        isUnlimited={limit >= TIER_LIMITS.unlimited}
        text={
          limit >= TIER_LIMITS.unlimited
            ? `${numberText(limit - remaining)}, no limit`
            : `${numberText(limit - remaining)} of ${numberText(limit)}`
        }
      />
      <p className={styles.note}>
        {remaining === 0 ? 'Requests are refused at present. ' : ''}
        Resets in {seconds} s. What you do in this console does not count.
      </p>
    </div>
  );
}

/** The time, in milliseconds, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
