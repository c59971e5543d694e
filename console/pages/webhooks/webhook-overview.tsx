import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { testWebhook } from '../../../shared/contract/routes/webhooks.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Card } from '../../components/card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { SendMissedDialog } from './send-missed-dialog.tsx';
import { StateNotice } from './state-notice.tsx';
import { TestResult } from './test-result.tsx';
import { useWebhookChange } from './use-webhook-change.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { BACK } from './webhook-missing.tsx';
import { webhookName } from './webhook-name.ts';
import styles from './webhook-page.module.css';

interface WebhookOverviewProps {
  webhook: ShownWebhook;
  onRotated: (rotated: { webhook: ShownWebhook; secret: string }) => void;
}

/** The page of a webhook that is there. */
export function WebhookOverview({ webhook, onRotated }: WebhookOverviewProps) {
  const { client } = useServices();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'rotate' | 'delete' | 'missed' | null>(null);
  const [isResumed, setResumed] = useState(false);
  const [askedAt, setAskedAt] = useState(0);
  const change = useWebhookChange();
  const test = useMutation({
    mutationFn: () => client.call(testWebhook, { params: { webhookId: webhook.id } }),
  });
  const close = () => setDialog(null);
  const noteSent = () => {
    setAskedAt(Date.now());
    setResumed(false);
  };
  const setStatus = (status: 'active' | 'paused') =>
    change.mutate(
      { id: webhook.id, changes: { status } },
      { onSuccess: () => setResumed(status === 'active') },
    );
  return (
    <Page
      title={webhookName(webhook)}
      back={BACK}
      actions={
        <WebhookActions
          webhook={webhook}
          isTesting={test.isPending}
          onTest={() => test.mutate()}
          onStatus={setStatus}
          onRotate={() => setDialog('rotate')}
          onDelete={() => setDialog('delete')}
        />
      }
    >
      <div className={styles.stack}>
        <StateNotice
          webhook={webhook}
          isResumed={isResumed}
          busy={change.isPending}
          onResume={() => setStatus('active')}
          onSendMissed={() => setDialog('missed')}
        />
        {change.error && <FailureNotice failure={change.error} what="The webhook was not changed." />}
        <TestResult attempt={test.data?.attempt} failure={test.error} />
        <Card title="About this webhook">
          <WebhookFacts webhook={webhook} />
        </Card>
        <DeliveriesCard
          webhookId={webhook.id}
          isActive={webhook.status === 'active'}
          askedAt={askedAt}
          onSent={noteSent}
          onSendMissed={() => setDialog('missed')}
        />
      </div>
      <SendMissedDialog webhookId={webhook.id} open={dialog === 'missed'} onClose={close} onSent={noteSent} />
      <RotateSecretDialog
        webhook={webhook}
        open={dialog === 'rotate'}
        onClose={close}
        onRotated={onRotated}
      />
      <DeleteWebhookDialog
        webhook={dialog === 'delete' ? webhook : null}
        onClose={close}
        onDeleted={() => void navigate({ to: '/webhooks' })}
      />
    </Page>
  );
}
