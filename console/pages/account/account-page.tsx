import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/card.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import type { ShortcutGroup } from '../../components/shortcut-list.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { dateOf } from '../../format.ts';
import { accountQuery } from '../../queries/account.ts';
import { useServices, useSession } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { ShortcutHelp } from '../../shell/shortcut-help.tsx';
import styles from './account-page.module.css';
import { RateMeter } from './rate-meter.tsx';
import { SignOutActions } from './sign-out-actions.tsx';
import { UsageMeters } from './usage-meters.tsx';

const SHORTCUTS: readonly ShortcutGroup[] = [
  { title: 'Account', shortcuts: [{ keys: ['?'], does: 'Keyboard shortcuts' }] },
];

/** Clocks differ. */
const SOONEST_MS = 5000;

/** The account: the signed-in person and the usage of each quota. */
export function AccountPage() {
  const { identity } = useSession();
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    ...accountQuery(useServices()),
    refetchOnMount: 'always',
    // When the count of requests resets.
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(SOONEST_MS, data.rate.resetAt * 1000 - Date.now()) : false,
  });
  const waiting = <Skeleton width={16} />;
  return (
    <Page title="Account" actions={<ShortcutHelp groups={SHORTCUTS} />}>
      {error && (
        <div className={styles.failure}>
          <FailureNotice failure={error} what="The account could not be loaded." onRetry={refetch} />
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title="You">
            <dl className={styles.facts}>
              <dt>Signed in as</dt>
              <dd>
                <bdi>{identity?.name ?? identity?.subject}</bdi>
              </dd>
              <dt>Account</dt>
              <dd>{account ? <bdi>{account.handle}</bdi> : waiting}</dd>
              <dt>Account ID</dt>
              <dd>{account ? <CopiedValue name="account ID" text={account.id} /> : waiting}</dd>
              <dt>Tier</dt>
              <dd>{account?.tier ?? waiting}</dd>
              <dt>Since</dt>
              <dd>{account ? dateOf(account.createdAt) : waiting}</dd>
            </dl>
            <SignOutActions />
          </Card>
          {!error && (
            <Card title="Requests of your API keys">
              <RateMeter rate={account?.rate} />
            </Card>
          )}
        </div>
        {!error && (
          <Card title="Usage">
            <UsageMeters quotas={account?.quotas} />
          </Card>
        )}
      </div>
    </Page>
  );
}
