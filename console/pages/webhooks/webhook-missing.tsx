import { Link } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../shell/page.tsx';

export const BACK = { to: '/webhooks', label: 'Webhooks' } as const;

/** In place of a page of a webhook that does not exist. */
export function WebhookMissing() {
  return (
    <Page title="Webhook not found" back={BACK}>
      <EmptyState
        icon={<Webhook size={22} />}
        title="There is no such webhook"
        actions={
          <Link to="/webhooks" className={buttonClass({ kind: 'primary' })}>
            Go to your webhooks
          </Link>
        }
      >
        It was deleted, the address may be mistyped, or it belongs to another account.
      </EmptyState>
    </Page>
  );
}
