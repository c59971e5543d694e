import type { ConsoleAccount } from '../../../shared/contract/schemas/console/account.ts';
import { Meter } from '../../components/meter.tsx';
import styles from './account-page.module.css';

/** What the account's keys have used of their requests in the present minute. */
export function RateMeter({ rate: { limit, remaining, resetAt } }: { rate: ConsoleAccount['rate'] }) {
  const used = limit - remaining;
  const seconds = Math.max(0, Math.ceil(resetAt - Date.now() / 1000));
  return (
    <div className={styles.meters}>
      <Meter label="This minute" value={used} max={limit} text={`${used} of ${limit}`} />
      <p className={styles.note}>
        {remaining === 0 ? 'Requests are refused at present. ' : ''}
        Counted anew in {seconds} s. What you do in this console does not count.
      </p>
    </div>
  );
}
