import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { rotateSecret } from '../../../shared/contract/routes/webhooks.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { WEBHOOKS_KEY } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';

interface RotateSecretDialogProps {
  webhook: ShownWebhook;
  open: boolean;
  onClose: () => void;
  /** Has the secret that no other answer has. */
  onRotated: (rotated: { webhook: ShownWebhook; secret: string }) => void;
}

/** Gives a webhook another secret. */
export function RotateSecretDialog({ webhook, open, onClose, onRotated }: RotateSecretDialogProps) {
  const { client } = useServices();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<'some' | 'none'>('some');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      client.call(rotateSecret, {
        params: { webhookId: webhook.id },
        body: { overlapHours: overlap === 'some' ? LIMITS.secretOverlapHours : 0 },
      }),
    onSuccess: (rotated) => {
      close();
      onRotated(rotated);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
    // Otherwise the secret would stay in the memory of the library for a while.
    gcTime: 0,
  });
  const close = () => {
    reset();
    setOverlap('some');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Rotate the secret?"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={() => mutate()}>
            Rotate secret
          </Button>
        </>
      }
    >
      <RadioGroup
        legend="The present secret"
        value={overlap}
        onChange={setOverlap}
        options={[
          {
            value: 'some',
            label: `Signs for ${LIMITS.secretOverlapHours} more hours, besides the new one`,
            hint: 'Receivers verify with either until they have the new one.',
          },
          {
            value: 'none',
            label: 'Signs no longer',
            hint: 'If others may know it. Receivers refuse what is sent until they have the new one.',
          },
        ]}
      />
      {error && <FailureNotice failure={error} what="No new secret came back; rotate it again." />}
    </Dialog>
  );
}
