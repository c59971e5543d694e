import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteWebhook } from '../../../shared/contract/routes/webhooks.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { AlertDialog } from '../../components/alert-dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useToast } from '../../components/toasts.tsx';
import { WEBHOOKS_KEY } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { webhookName } from './webhook-name.ts';

interface DeleteWebhookDialogProps {
  /** Null while no question is asked. */
  webhook: ShownWebhook | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const { client } = useServices();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ id }: ShownWebhook) => client.call(deleteWebhook, { params: { webhookId: id } }),
    onSuccess: async (_, deleted) => {
      close();
      toast({ title: 'Webhook deleted', description: webhookName(deleted) });
      onDeleted?.();
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY, exact: true });
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <AlertDialog
      open={webhook !== null}
      onClose={close}
      title="Delete this webhook?"
      action="Delete webhook"
      busy={isPending}
      onAction={() => webhook && mutate(webhook)}
    >
      <p>
        Nothing is sent to{' '}
        <strong>
          <bdi>{webhook && webhookName(webhook)}</bdi>
        </strong>{' '}
        from then on, and its secret and its log are gone. This cannot be undone.
      </p>
      {error && <FailureNotice failure={error} what="The webhook was not deleted." />}
    </AlertDialog>
  );
}
