import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_RETENTION_DAYS } from '../../../shared/contract/events.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toasts.tsx';
import { numberText } from '../../format.ts';
import { lastDeliveredQuery } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import { type Sent, useSending } from './use-sending.ts';

interface SendMissedDialogProps {
  webhookId: string;
  open: boolean;
  onClose: () => void;
  onSent: () => void;
}

const eventsText = (count: number): string => (count === 1 ? '1 event' : `${numberText(count)} events`);

/** Sends the events behind one of them: what happened while the webhook was not active, or its receiver was away. */
export function SendMissedDialog({ webhookId, open, onClose, onSent }: SendMissedDialogProps) {
  const toast = useToast();
  const last = useQuery({ ...lastDeliveredQuery(useServices(), webhookId), enabled: open, staleTime: 0 });
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const { mutate, isPending, error, reset } = useSending(webhookId, (answer) => {
    onSent();
    if (answer.next === null) {
      close();
      toast({
        title: answer.queued === 0 ? 'No event was missed' : `${eventsText(answer.queued)} on the way`,
      });
    } else {
      setSent(answer);
      setTyped(String(answer.next));
    }
  });
  const close = () => {
    reset();
    setTyped(null);
    setSent(null);
    onClose();
  };
  const text = typed ?? (last.isFetching ? '' : String(last.data ?? 0));
  const after = /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
  const send = () => after !== null && !isPending && mutate({ after });
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Send what was missed"
      actions={
        <>
          <Button onClick={close}>{sent ? 'Close' : 'Cancel'}</Button>
          <Button kind="primary" busy={isPending} disabled={after === null} onClick={send}>
            Send events
          </Button>
        </>
      }
    >
      <TextField
        label="After event number"
        hint={`Proposed is the last one that was delivered. What comes behind it is sent again, as far as the webhook is for it; 0 sends all of the last ${EVENT_RETENTION_DAYS} days.`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onValueChange={setTyped}
        onKeyDown={({ key }) => key === 'Enter' && send()}
        error={
          after === null && typed !== null ? 'Give the number of an event: a whole number from 0.' : undefined
        }
      />
      {sent && <Notice>{eventsText(sent.queued)} on the way. There are more: send again to go on.</Notice>}
      {error && <FailureNotice failure={error} what="Nothing was sent." />}
    </Dialog>
  );
}
