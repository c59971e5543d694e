import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { Chip } from '../../components/chip.tsx';

export function KeyStateChip({ apiKey }: { apiKey: ConsoleKey }) {
  const { state, replacedBy, reachable } = apiKey;
  if (state === 'revoked') return <Chip tone="muted">Revoked</Chip>;
  if (state === 'expired') return <Chip tone="muted">Expired</Chip>;
  if (replacedBy !== null) {
    return (
      <Chip tone="warning" dot>
        Being replaced
      </Chip>
    );
  }
  if (reachable === 0) {
    return (
      <Chip tone="warning" dot>
        No videos left
      </Chip>
    );
  }
  return (
    <Chip tone="success" dot>
      Active
    </Chip>
  );
}

/** Which videos the key reaches. */
export function reachText({ projectIds, reachable, state }: ConsoleKey): string {
  if (projectIds === null) return 'All videos';
  const videos = projectIds.length === 1 ? '1 video' : `${projectIds.length} videos`;
  if (state !== 'active' || reachable === projectIds.length) return videos;
  return reachable === 0 ? 'Nothing: its videos are deleted' : `${videos}, ${reachable} of them exist`;
}
