import type { ConsoleKey } from '../../contract/schemas/console/key.ts';
import { type ApiKey, isActive, keyState } from '../../domain/keys/api-key.ts';

/**
 * A key as people see it.
 * @param now milliseconds since the epoch
 * @param more.existing those of its videos that exist; they matter for a key that works
 */
export function shownKey(
  key: ApiKey,
  now: number,
  { existing, replacedBy }: { existing: ReadonlySet<string>; replacedBy: string | null },
): ConsoleKey {
  const { keyHash: _, keyId: id, accountId: __, rateLimit: ___, ...reported } = key;
  const isReached = (video: string) => isActive(key, now) && existing.has(video);
  const reachable = key.projectIds === null ? null : key.projectIds.filter(isReached).length;
  return { id, ...reported, state: keyState(key, now), reachable, replacedBy };
}
