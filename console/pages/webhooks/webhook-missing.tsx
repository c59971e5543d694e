import { Webhook } from 'lucide-react';
import { MissingPage } from '../../shell/missing-page.tsx';

export const BACK = { to: '/webhooks', label: 'Webhooks' } as const;

/** In place of a page of a webhook that does not exist. */
export function WebhookMissing() {
  return (
    <MissingPage name="webhook" icon={<Webhook size={22} />} back={BACK}>
      It was deleted, the address may be mistyped, or it belongs to another account.
    </MissingPage>
  );
}
