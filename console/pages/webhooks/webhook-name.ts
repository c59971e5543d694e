import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';

const LONGEST = 60;

/** What a webhook is called on pages: the host and the path of its URL, which says no secrets of a query. */
export function webhookName({ url }: Pick<ShownWebhook, 'url'>): string {
  const { host, pathname } = new URL(url);
  const name = host + pathname.replace(/\/$/, '');
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
