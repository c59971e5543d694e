import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiFailure } from '../../../client/failure.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Card } from '../../components/card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { webhookQuery } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { SecretStep } from './secret-step.tsx';
import { BACK, WebhookMissing } from './webhook-missing.tsx';
import { WebhookOverview } from './webhook-overview.tsx';
import styles from './webhook-page.module.css';

const route = getRouteApi('/framed/webhooks/$webhookId');
const BLANKS = [36, 28, 40, 32, 24];

/** A webhook: what it is sent, what became of that, and what can be done about it. A new secret is in its state, and goes with it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(useServices(), webhookId));
  const [rotated, setRotated] = useState<{ webhook: ShownWebhook; secret: string } | null>(null);
  if (rotated !== null) return <SecretStep {...rotated} onSaved={() => setRotated(null)} />;
  if (isApiFailure(error, 'WEBHOOK_NOT_FOUND')) return <WebhookMissing />;
  if (webhook) return <WebhookOverview webhook={webhook} onRotated={setRotated} />;
  return (
    <Page title="Webhook" back={BACK}>
      {error ? (
        <FailureNotice failure={error} what="The webhook could not be loaded." onRetry={refetch} />
      ) : (
        <Card title="About this webhook">
          <div className={styles.stack}>
            {BLANKS.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        </Card>
      )}
    </Page>
  );
}
