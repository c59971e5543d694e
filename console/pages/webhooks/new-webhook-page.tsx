import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createWebhook } from '../../../shared/contract/routes/webhooks.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { buttonClass } from '../../components/button.tsx';
import { WEBHOOKS_KEY } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { LostSecret } from './lost-secret.tsx';
import { SecretStep } from './secret-step.tsx';
import { WebhookForm } from './webhook-form.tsx';
import {
  NEW_WEBHOOK,
  refusedValues,
  type WebhookFormValues,
  webhookRequestOf,
} from './webhook-form-values.ts';

/** Creates a webhook, and shows its secret this once. The secret is in the state of this page and goes with it. */
export function NewWebhookPage() {
  const { client } = useServices();
  const queries = useQueryClient();
  const [made, setMade] = useState<{ webhook: ShownWebhook; secret: string } | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: WebhookFormValues) => client.call(createWebhook, { body: webhookRequestOf(values) }),
    onSuccess: setMade,
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
    // Otherwise the secret would stay in the memory of the library for a while.
    gcTime: 0,
  });
  if (made !== null) return <SecretStep webhook={made.webhook} secret={made.secret} />;

  const refused = refusedValues(error);
  return (
    <Page title="Create webhook" back={{ to: '/webhooks', label: 'Webhooks' }}>
      <WebhookForm
        initial={NEW_WEBHOOK}
        action="Create webhook"
        busy={isPending}
        onSubmit={mutate}
        refused={refused}
        outcome={error && Object.keys(refused).length === 0 && <LostSecret failure={error} />}
        cancel={
          <Link to="/webhooks" className={buttonClass({ kind: 'quiet' })}>
            Cancel
          </Link>
        }
      />
    </Page>
  );
}
