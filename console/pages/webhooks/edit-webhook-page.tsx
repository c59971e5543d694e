import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiFailure } from '../../../client/failure.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { buttonClass } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { videoNamesQuery } from '../../queries/videos.ts';
import { webhookQuery } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import { useWebhookChange } from './use-webhook-change.ts';
import { WebhookForm } from './webhook-form.tsx';
import {
  changesBetween,
  refusedValues,
  valuesOf,
  type WebhookFormValues,
  webhookRequestOf,
} from './webhook-form-values.ts';
import { BACK, WebhookMissing } from './webhook-missing.tsx';

const route = getRouteApi('/framed/webhooks/$webhookId/edit');

/** Changes where a webhook is, and what is sent to it. */
export function EditWebhookPage() {
  const { webhookId } = route.useParams();
  const services = useServices();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(services, webhookId));
  const names = useQuery({
    ...videoNamesQuery(services, webhook?.videoId == null ? [] : [webhook.videoId]),
    enabled: webhook !== undefined,
  });
  if (isApiFailure(error, 'WEBHOOK_NOT_FOUND')) return <WebhookMissing />;
  const failure = error ?? names.error;
  return (
    <Page title="Edit webhook" back={BACK}>
      {webhook && names.data ? (
        <EditForm webhook={webhook} initial={valuesOf(webhook, names.data.get(webhook.videoId ?? ''))} />
      ) : failure ? (
        <FailureNotice
          failure={failure}
          what="The webhook could not be loaded."
          onRetry={() => void (error ? refetch() : names.refetch())}
        />
      ) : (
        <Skeleton width={40} />
      )}
    </Page>
  );
}

function EditForm({ webhook, initial }: { webhook: ShownWebhook; initial: WebhookFormValues }) {
  const navigate = useNavigate();
  // The webhook is read again meanwhile.
  const [original] = useState(initial);
  const { mutate, isPending, error } = useWebhookChange();
  const refused = refusedValues(error);
  const there = { to: '/webhooks/$webhookId', params: { webhookId: webhook.id } } as const;
  const leave = () => void navigate(there);
  const save = (values: WebhookFormValues) => {
    const changes = changesBetween(webhookRequestOf(original), webhookRequestOf(values));
    if (Object.keys(changes).length === 0) leave();
    else mutate({ id: webhook.id, changes }, { onSuccess: leave });
  };
  return (
    <WebhookForm
      initial={original}
      action="Save changes"
      busy={isPending}
      onSubmit={save}
      refused={refused}
      outcome={
        error &&
        Object.keys(refused).length === 0 && (
          <FailureNotice failure={error} what="The webhook was not changed." />
        )
      }
      cancel={
        <Link {...there} className={buttonClass({ kind: 'quiet' })}>
          Cancel
        </Link>
      }
    />
  );
}
