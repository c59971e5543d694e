import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { DISABLED_TEXTS } from './webhook-state.tsx';

interface StateNoticeProps {
  webhook: ShownWebhook;
  /** It was made active on this page. */
  isResumed: boolean;
  busy: boolean;
  onResume: () => void;
  onSendMissed: () => void;
}

/** What people must know of a webhook that is not active, or has just become so, and what to do about it. */
export function StateNotice({ webhook, isResumed, busy, onResume, onSendMissed }: StateNoticeProps) {
  const { status, disabledReason } = webhook;
  if (status === 'active') {
    return (
      isResumed && (
        <Notice
          actions={
            <Button size="small" onClick={onSendMissed}>
              Send what was missed…
            </Button>
          }
        >
          The webhook is active again. What happened meanwhile was not sent.
        </Notice>
      )
    );
  }
  return (
    <Notice
      kind="warning"
      actions={
        <Button size="small" busy={busy} onClick={onResume}>
          {status === 'paused' ? 'Resume' : 'Make active again'}
        </Button>
      }
    >
      {status === 'paused'
        ? 'The webhook is paused: nothing is sent.'
        : `The service has disabled the webhook${disabledReason ? `, because ${DISABLED_TEXTS[disabledReason]}` : ''}: nothing is sent.`}{' '}
      What happens meanwhile is sent on request alone, once the webhook is active again.
    </Notice>
  );
}
