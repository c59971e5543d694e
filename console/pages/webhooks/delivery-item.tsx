import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ShownDelivery } from '../../../shared/contract/schemas/webhook.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { exactTime } from '../../format.ts';
import { AttemptView, outcomeOf, Verbatim } from './attempt-view.tsx';
import styles from './delivery-item.module.css';
import { DELIVERY_CHIPS } from './delivery-states.ts';
import { useSending } from './use-sending.ts';

interface DeliveryItemProps {
  webhookId: string;
  delivery: ShownDelivery;
  /** Whether the webhook is active, and what failed can be sent again. */
  canSend: boolean;
  onSent: () => void;
}

/** What became of one event: in a line, and when it is opened, in full. */
export function DeliveryItem({ delivery, ...sending }: DeliveryItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { event, status, attempts } = delivery;
  const last = attempts.at(-1);
  return (
    <details className={styles.item} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
        <span className={styles.state}>
          <Chip tone={DELIVERY_CHIPS[status].tone} dot>
            {DELIVERY_CHIPS[status].name}
          </Chip>
        </span>
        <span className={styles.type}>{event.type}</span>{' '}
        <span className={styles.remark}>
          <span className="visually-hidden">event </span>#{event.sequence}
        </span>{' '}
        <span className={styles.remark}>{last ? outcomeOf(last) : 'Not sent yet'}</span>{' '}
        <span className={styles.remark}>{attemptsText(attempts.length)}</span>{' '}
        <span className={styles.moment}>
          <TimeAgo moment={event.timestamp} />
        </span>
      </summary>
      {isOpen && <DeliveryDetails delivery={delivery} {...sending} />}
    </details>
  );
}

const attemptsText = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

function DeliveryDetails({ webhookId, delivery, canSend, onSent }: DeliveryItemProps) {
  const { event, status, attempts, nextAttemptAt } = delivery;
  const { mutate, isPending, isSuccess, error } = useSending(webhookId, onSent);
  return (
    <div className={styles.details}>
      <section className={styles.part}>
        <h3>Request</h3>
        <Verbatim text={JSON.stringify(event, null, 2)} />
      </section>
      <section className={styles.part}>
        <h3>Attempts</h3>
        {attempts.length === 0 && <p>None was made yet.</p>}
        {attempts.toReversed().map((attempt) => (
          <AttemptView key={attempt.at} attempt={attempt} />
        ))}
        {status === 'pending' && nextAttemptAt !== null && (
          <p>The next one is due {exactTime(nextAttemptAt)}.</p>
        )}
      </section>
      {error && <FailureNotice failure={error} what="The event was not sent again." />}
      <div className={styles.actions}>
        {canSend ? (
          <Button size="small" busy={isPending} onClick={() => mutate({ sequence: event.sequence })}>
            Send again
          </Button>
        ) : (
          <p className={styles.remark}>It can be sent again once the webhook is active.</p>
        )}
        <span className={styles.remark} role="status">
          {isSuccess && 'It is on the way again.'}
        </span>
      </div>
    </div>
  );
}
