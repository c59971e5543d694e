import type { z } from 'zod';
import { isApiFailure } from '../../../client/failure.ts';
import type { EventType } from '../../../shared/contract/events.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { ShownWebhook, WebhookRequest, webhookPatch } from '../../../shared/contract/schemas/webhook.ts';
import type { ComboboxOption } from '../../components/multi-combobox.tsx';
import { knownTypes } from './event-texts.ts';

export interface WebhookFormValues {
  url: string;
  description: string;
  which: 'all' | 'some';
  types: readonly EventType[];
  reach: 'all' | 'one';
  video: ComboboxOption | null;
}

export type WebhookFormErrors = Partial<Record<'url' | 'description' | 'types' | 'video', string>>;

export const NEW_WEBHOOK: WebhookFormValues = {
  url: '',
  description: '',
  which: 'all',
  types: [],
  reach: 'all',
  video: null,
};

/** The values that a webhook has. @param videoName of its video; undefined: it is deleted, or there is none */
export const valuesOf = (
  { url, description, types, videoId }: ShownWebhook,
  videoName: string | undefined,
): WebhookFormValues => ({
  url,
  description: description ?? '',
  which: types === null ? 'all' : 'some',
  types: knownTypes(types ?? []),
  reach: videoId === null ? 'all' : 'one',
  video: videoId === null ? null : { value: videoId, label: videoName ?? 'A deleted video' },
});

/** What is asked for by these values. */
export const webhookRequestOf = ({
  url,
  description,
  which,
  types,
  reach,
  video,
}: WebhookFormValues): WebhookRequest => ({
  url: url.trim(),
  description: description.trim() || null,
  types: which === 'all' ? null : knownTypes(types),
  videoId: reach === 'all' ? null : (video?.value ?? null),
});

/** What is different between two requests; what is sent without need would have a webhook be no longer failing. */
export function changesBetween(before: WebhookRequest, after: WebhookRequest): z.input<typeof webhookPatch> {
  const isChanged = (name: string) =>
    JSON.stringify(before[name as keyof WebhookRequest]) !==
    JSON.stringify(after[name as keyof WebhookRequest]);
  return Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name)));
}

export function webhookFormErrors({
  url,
  description,
  which,
  types,
  reach,
  video,
}: WebhookFormValues): WebhookFormErrors {
  return {
    ...(!URL.canParse(url.trim()) && { url: 'Give the whole URL, such as https://example.com/webhooks.' }),
    ...(url.trim().length > LIMITS.webhookUrlLength && {
      url: `The URL may have ${LIMITS.webhookUrlLength} characters at most.`,
    }),
    ...(description.trim().length > LIMITS.descriptionLength && {
      description: `The description may have ${LIMITS.descriptionLength} characters at most.`,
    }),
    ...(which === 'some' && types.length === 0 && { types: 'Choose at least one type.' }),
    ...(reach === 'one' && video === null && { video: 'Choose a video.' }),
  };
}

/** What the service found wrong with values, by their fields; nothing where the failure is about none of them. */
export function refusedValues(failure: unknown): WebhookFormErrors {
  if (isApiFailure(failure, 'VIDEO_NOT_FOUND')) return { video: 'This video is deleted.' };
  if (!isApiFailure(failure, 'INVALID_PARAMETER') || failure.field === undefined) return {};
  const [name = ''] = failure.field.split(/[.[]/);
  const field = ({ url: 'url', description: 'description', types: 'types', videoId: 'video' } as const)[name];
  return field === undefined ? {} : { [field]: failure.message };
}
