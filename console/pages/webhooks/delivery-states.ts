import type { DeliveryState } from '../../queries/webhooks.ts';

/** What the states of deliveries are called, and how they look. */
export const DELIVERY_CHIPS = {
  pending: { name: 'Pending', tone: 'warning' },
  delivered: { name: 'Delivered', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
} as const satisfies Record<DeliveryState, object>;

export const DELIVERY_FILTERS = [
  { value: 'all', label: 'All states' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const satisfies readonly { value: DeliveryState | 'all'; label: string }[];

export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number]['value'];
