import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import type { ShortcutGroup } from '../../components/shortcut-list.tsx';
import { SkeletonCard } from '../../components/skeleton.tsx';
import { webhooksQuery } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { ShortcutHelp } from '../../shell/shortcut-help.tsx';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { EventsReference } from './events-reference.tsx';
import styles from './webhooks-page.module.css';
import { WebhooksTable } from './webhooks-table.tsx';

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Webhooks',
    shortcuts: [
      { keys: ['n'], does: 'Create a webhook' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
    ],
  },
];

/** The webhooks of the account. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<ShownWebhook | null>(null);
  const { data, error, refetch } = useQuery(webhooksQuery(useServices()));
  useShortcuts({ n: () => navigate({ to: '/webhooks/new' }) });

  const createLink = (
    <Link to="/webhooks/new" className={buttonClass({ kind: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      Create webhook
    </Link>
  );
  return (
    <Page
      title="Webhooks"
      actions={
        <>
          <ShortcutHelp groups={SHORTCUTS} />
          {data?.webhooks.length !== 0 && createLink}
        </>
      }
    >
      {error && <FailureNotice failure={error} what="The webhooks could not be loaded." onRetry={refetch} />}
      {!data && !error && <SkeletonCard widths={[60, 52, 56]} />}
      {data && data.webhooks.length > 0 && (
        <>
          <WebhooksTable webhooks={data.webhooks} onDelete={setAsked} />
          <p className={styles.remark}>
            <EventsReference />
          </p>
        </>
      )}
      {data && data.webhooks.length === 0 && (
        <EmptyState icon={<Webhook size={22} />} title="Create your first webhook" actions={createLink}>
          The service posts what happens to your videos to a webhook: processing that has ended, objects that
          were found, metadata that was changed. <EventsReference />
        </EmptyState>
      )}
      <DeleteWebhookDialog webhook={asked} onClose={() => setAsked(null)} />
    </Page>
  );
}
