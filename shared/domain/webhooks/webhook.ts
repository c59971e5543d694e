import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { VersionAuthor } from '../../contract/schemas/metadata.ts';
import type { ShownWebhook } from '../../contract/schemas/webhook.ts';
import { mayAccess, type Principal } from '../keys/principal.ts';

export interface Webhook {
  readonly accountId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly description: string | null;
  /** Types of events; null: all. */
  readonly types: readonly string[] | null;
  /** Null: all videos, and what is about none. */
  readonly videoId: string | null;
  readonly status: ShownWebhook['status'];
  readonly disabledReason: ShownWebhook['disabledReason'];
  /** Epoch milliseconds; null: it is not. */
  readonly disabledAt: number | null;
  /** Since when no attempt has succeeded, epoch milliseconds; null: the last one has, or there was none. */
  readonly failingSince: number | null;
  /** Until when an attempt has the place of the only one while it fails, epoch milliseconds. */
  readonly probedUntil?: number;
  readonly secret: string;
  readonly formerSecret: FormerSecret | null;
  readonly createdAt: string;
  readonly createdBy: VersionAuthor;
}

interface FormerSecret {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** After this time without a success a webhook is disabled. */
export const FAILING_MS = 5 * 24 * 60 * 60_000;

/** Whether an event passes the filter of a webhook. */
export const isWanted = (
  { types, videoId }: Pick<Webhook, 'types' | 'videoId'>,
  { type, data }: Pick<ServiceEvent, 'type' | 'data'>,
): boolean => (types === null || types.includes(type)) && (videoId === null || videoId === data.videoId);

/** Whether a caller may manage a webhook of their account: a key for some videos, those that send events of one of these alone. */
export const mayManage = (principal: Principal, { videoId }: Pick<Webhook, 'videoId'>): boolean =>
  mayAccess(principal, videoId);

/** The secrets that sign, the present one first. */
export const secretsOf = (
  { secret, formerSecret }: Pick<Webhook, 'secret' | 'formerSecret'>,
  now: number,
): readonly [string, ...string[]] =>
  formerSecret !== null && now < formerSecret.until ? [secret, formerSecret.secret] : [secret];

const moment = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** A webhook as callers see it: without its secrets. */
export const shownWebhook = (
  {
    webhookId,
    accountId: _,
    secret: __,
    formerSecret,
    disabledAt: ___,
    probedUntil: ____,
    failingSince,
    ...shown
  }: Webhook,
  now: number,
): ShownWebhook => ({
  id: webhookId,
  ...shown,
  types: shown.types && [...shown.types],
  failingSince: moment(failingSince),
  formerSecretUntil: formerSecret !== null && now < formerSecret.until ? moment(formerSecret.until) : null,
});

/** The same with the secret, for who has just made or changed it. */
export const webhookWithSecret = (
  webhook: Webhook,
  now: number,
): { webhook: ShownWebhook; secret: string } => ({
  webhook: shownWebhook(webhook, now),
  secret: webhook.secret,
});
