import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { isApiFailure } from '../../../client/failure.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { keyQuery } from '../../queries/keys.ts';
import { useServices } from '../../services.ts';
import { MissingPage } from '../../shell/missing-page.tsx';
import { Page } from '../../shell/page.tsx';
import { KeyFacts } from './key-facts.tsx';
import styles from './key-page.module.css';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotationSteps } from './rotation-steps.tsx';

const route = getRouteApi('/framed/keys/$keyId');
const BLANKS = [36, 28, 40, 32, 24];
const BACK = { to: '/keys', label: 'API keys' } as const;

/** A key: what it may do, and the way to replace or revoke it. */
export function KeyPage() {
  const { keyId } = route.useParams();
  const { data, error, refetch } = useQuery(keyQuery(useServices(), keyId));
  const [isAsked, setAsked] = useState(false);
  if (isApiFailure(error, 'KEY_NOT_FOUND')) {
    return (
      <MissingPage name="key" icon={<KeyRound size={22} />} back={BACK}>
        The address may be mistyped, or the key belongs to another account.
      </MissingPage>
    );
  }
  if (!data) {
    return (
      <Page title="API key" back={BACK}>
        {error ? (
          <FailureNotice failure={error} what="The key could not be loaded." onRetry={refetch} />
        ) : (
          <div className={styles.stack}>
            <Card title="About this key">
              <div className={styles.steps}>
                {BLANKS.map((width) => (
                  <Skeleton key={width} width={width} />
                ))}
              </div>
            </Card>
          </div>
        )}
      </Page>
    );
  }
  const { key } = data;
  const isActive = key.state === 'active';
  return (
    <Page
      title={key.name}
      back={BACK}
      actions={
        // While it is being replaced, revoking is the last step of that.
        isActive &&
        key.replacedBy === null && (
          <>
            <Link to="/keys/new" search={{ replaces: key.id }} className={buttonClass({})}>
              Replace
            </Link>
            <Button onClick={() => setAsked(true)}>Revoke</Button>
          </>
        )
      }
    >
      <div className={styles.stack}>
        {key.replacedBy !== null && (
          <RotationSteps apiKey={key} replacedBy={key.replacedBy} onRevoke={() => setAsked(true)} />
        )}
        <Card title="About this key">
          <KeyFacts apiKey={key} reachableIds={data.reachableProjectIds} />
        </Card>
      </div>
      <RevokeKeyDialog apiKey={isAsked ? key : null} onClose={() => setAsked(false)} />
    </Page>
  );
}
