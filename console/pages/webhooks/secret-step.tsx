import { Link } from '@tanstack/react-router';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { buttonClass } from '../../components/button.tsx';
import { SecretPage } from '../../shell/secret-page.tsx';
import { VERIFICATION_SAMPLES } from './verification-samples.ts';
import { webhookName } from './webhook-name.ts';

interface SecretStepProps {
  webhook: ShownWebhook;
  secret: string;
  /** When it is saved, on the page of the webhook. */
  onSaved?: () => void;
}

/** Shows the secret that a webhook has from now on. */
export function SecretStep({ webhook, secret, onSaved }: SecretStepProps) {
  return (
    <SecretPage
      title={`Save the secret of ${webhookName(webhook)}`}
      back={{ to: '/webhooks', label: 'Webhooks' }}
      secret={secret}
      loss="The secret was not copied, and cannot be shown again. Without it nothing can verify what is sent: you would have to rotate it."
      samplesTitle="Verify what is received"
      samples={VERIFICATION_SAMPLES}
    >
      <Link
        to="/webhooks/$webhookId"
        params={{ webhookId: webhook.id }}
        className={buttonClass({ kind: 'primary' })}
        onClick={onSaved}
        ignoreBlocker
      >
        I have saved it
      </Link>
    </SecretPage>
  );
}
