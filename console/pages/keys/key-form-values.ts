import type { z } from 'zod';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { ConsoleKey, keyRequest } from '../../../shared/contract/schemas/console/key.ts';
import { displayName } from '../../../shared/contract/schemas/primitives.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import type { ComboboxOption } from '../../components/multi-combobox.tsx';

const DAY_MS = 86_400_000;

/** How long a key can work; the value of a choice is text. */
export const EXPIRIES = [
  { value: '30', label: '30 days', days: 30 },
  { value: '90', label: '90 days', days: 90 },
  { value: '365', label: '1 year', days: 365 },
  { value: 'never', label: 'Never', days: null },
] as const;

type Expiry = (typeof EXPIRIES)[number]['value'];

export interface KeyFormValues {
  name: string;
  scopes: readonly Scope[];
  reach: 'all' | 'some';
  videos: readonly ComboboxOption[];
  expiry: Expiry;
}

type KeyFormErrors = Partial<Record<'name' | 'scopes' | 'videos', string>>;

export const NEW_KEY: KeyFormValues = {
  name: '',
  scopes: ['project:read'],
  reach: 'all',
  videos: [],
  expiry: '90',
};

/** The name with the number after its own: both keys are in the list for a while. A long name is cut to have room for it. */
export function nextName(name: string): string {
  const [, stem = name, number = '1'] = /^(.*) \((\d{1,6})\)$/su.exec(name) ?? [];
  const ending = ` (${Number(number) + 1})`;
  // A letter that is cut in two goes as a whole.
  const room = stem.slice(0, LIMITS.nameLength - ending.length).replace(/[\uD800-\uDBFF]$/, '');
  return room.trimEnd() + ending;
}

/** The values proposed for the key that replaces another: the same under the next name, without the videos that were deleted. */
export const proposedFor = (
  { name, scopes, projectIds }: ConsoleKey,
  reachable: readonly ComboboxOption[],
): KeyFormValues => ({
  ...NEW_KEY,
  name: nextName(name),
  scopes,
  reach: projectIds === null ? 'all' : 'some',
  videos: reachable,
});

const expiryDays = (expiry: Expiry) => EXPIRIES.find(({ value }) => value === expiry)?.days ?? null;

/** When a key of this expiry would end. @param now milliseconds since 1970 */
export const expiryMoment = (expiry: Expiry, now: number): number | null => {
  const days = expiryDays(expiry);
  return days === null ? null : now + days * DAY_MS;
};

export function keyFormErrors({ name, scopes, reach, videos }: KeyFormValues): KeyFormErrors {
  const checked = displayName.safeParse(name.trim());
  return {
    ...(name.trim() === '' && { name: 'Give the key a name.' }),
    ...(name.trim() !== '' && !checked.success && { name: `The name ${checked.error.issues[0]?.message}.` }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one permission.' }),
    ...(reach === 'some' && videos.length === 0 && { videos: 'Choose at least one video.' }),
    ...(videos.length > LIMITS.keysProjects && {
      videos: `A key can have ${LIMITS.keysProjects} videos at most.`,
    }),
  };
}

export const keyRequestOf = (
  { name, scopes, reach, videos, expiry }: KeyFormValues,
  replaces: string | undefined,
): z.input<typeof keyRequest> => ({
  name: name.trim(),
  scopes: [...scopes],
  projectIds: reach === 'all' ? null : videos.map(({ value }) => value),
  expiresInDays: expiryDays(expiry),
  ...(replaces !== undefined && { replaces }),
});
