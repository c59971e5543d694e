import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Chip } from '../../components/chip.tsx';
import { dateAndTime } from '../../format.ts';
import styles from './webhook-state.module.css';

/** Why the service has disabled a webhook, as a part of a sentence. */
export const DISABLED_TEXTS: Readonly<Record<NonNullable<ShownWebhook['disabledReason']>, string>> = {
  failing: 'nothing could be delivered for five days',
  gone: 'its receiver has answered 410 Gone',
};

/** The state of a webhook, with since when or why. */
export function WebhookState({ webhook }: { webhook: ShownWebhook }) {
  const { tone, name, remark } = stateOf(webhook);
  return (
    <span className={styles.state}>
      <Chip tone={tone} dot>
        {name}
      </Chip>
      {remark && <span className={styles.remark}>{remark}</span>}
    </span>
  );
}

function stateOf({ status, disabledReason, failingSince }: ShownWebhook) {
  if (status === 'paused') return { tone: 'muted', name: 'Paused' } as const;
  if (status === 'disabled')
    return {
      tone: 'danger',
      name: 'Disabled',
      remark: disabledReason && DISABLED_TEXTS[disabledReason],
    } as const;
  if (failingSince !== null)
    return { tone: 'warning', name: 'Failing', remark: `since ${dateAndTime(failingSince)}` } as const;
  return { tone: 'success', name: 'Active' } as const;
}
