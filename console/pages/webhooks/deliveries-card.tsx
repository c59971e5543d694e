import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownDelivery } from '../../../shared/contract/schemas/webhook.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { deliveriesQuery, pollAfter } from '../../queries/webhooks.ts';
import { useServices } from '../../services.ts';
import styles from './deliveries-card.module.css';
import { DeliveryItem } from './delivery-item.tsx';
import { DELIVERY_FILTERS, type DeliveryFilter } from './delivery-states.ts';

interface DeliveriesCardProps {
  webhookId: string;
  isActive: boolean;
  /** When something was last asked to be sent, milliseconds since 1970. */
  askedAt: number;
  onSent: () => void;
  onSendMissed: () => void;
}

/** What was sent to a webhook, newest first. */
export function DeliveriesCard({ webhookId, isActive, askedAt, onSent, onSendMissed }: DeliveriesCardProps) {
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const status = filter === 'all' ? undefined : filter;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...deliveriesQuery(useServices(), webhookId, status),
    refetchInterval: ({ state }) =>
      state.error === null && pollAfter(deliveriesOf(state.data), Date.now(), askedAt),
  });
  const deliveries = data && deliveriesOf(data);
  return (
    <Card title="Deliveries">
      <div className={styles.toolbar}>
        <Select label="State" labelHidden value={filter} onChange={setFilter} options={DELIVERY_FILTERS} />
        {isActive && <Button onClick={onSendMissed}>Send what was missed…</Button>}
      </div>
      {error && (
        <FailureNotice failure={error} what="The deliveries could not be loaded." onRetry={refetch} />
      )}
      {!deliveries && !error && <Skeleton width={50} />}
      {deliveries?.length === 0 && (
        <p className={styles.none}>
          {filter === 'all'
            ? 'Nothing was sent yet. What happens from now on appears here.'
            : `None of the newest is ${filter}.`}
        </p>
      )}
      <ul className={styles.list}>
        {deliveries?.map((delivery) => (
          <li key={delivery.event.sequence} className={styles.row}>
            <DeliveryItem webhookId={webhookId} delivery={delivery} canSend={isActive} onSent={onSent} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </Button>
        </div>
      )}
    </Card>
  );
}

const deliveriesOf = (data: { pages: readonly { deliveries: readonly ShownDelivery[] }[] } | undefined) =>
  data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
