import { useMutation } from '@tanstack/react-query';
import type { CallOutput } from '../../../client/client.ts';
import { sendAgain } from '../../../shared/contract/routes/webhooks.ts';
import type { SendAgainRequest } from '../../../shared/contract/schemas/webhook.ts';
import { useServices } from '../../services.ts';

export type Sent = CallOutput<typeof sendAgain>;

/** Has events sent to a webhook again. @param onSent some are on their way: their deliveries change soon */
export function useSending(webhookId: string, onSent: (sent: Sent) => void) {
  const { client } = useServices();
  return useMutation({
    mutationFn: (body: SendAgainRequest) => client.call(sendAgain, { params: { webhookId }, body }),
    onSuccess: onSent,
  });
}
