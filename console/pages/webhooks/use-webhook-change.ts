import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { patchWebhook } from '../../../shared/contract/routes/webhooks.ts';
import type { ShownWebhook, webhookPatch } from '../../../shared/contract/schemas/webhook.ts';
import { WEBHOOKS_KEY, webhookQuery } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';

interface WebhookChange {
  id: string;
  changes: z.input<typeof webhookPatch>;
}

/** Changes webhooks, and what pages know of them. */
export function useWebhookChange() {
  const services = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: WebhookChange): Promise<ShownWebhook> =>
      services.client.call(patchWebhook, { params: { webhookId: id }, body: changes }),
    onSuccess: (webhook) => queries.setQueryData(webhookQuery(services, webhook.id).queryKey, webhook),
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}
