import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';

export const KEYS_FILTERS = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'All' },
] as const;

export type KeysFilter = (typeof KEYS_FILTERS)[number]['value'];

/** By Unicode's compatible forms and without case, so that names are found however they are typed. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether a list that is searched for this text shows the key. */
export function isListed({ name, masked, state }: ConsoleKey, text: string, filter: KeysFilter): boolean {
  const isMeant = filter === 'all' || (filter === 'active') === (state === 'active');
  return isMeant && [name, masked].some((part) => folded(part).includes(folded(text.trim())));
}
