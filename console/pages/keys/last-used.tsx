import { TimeAgo } from '../../components/time-ago.tsx';

/** When a key was last used, in words. */
export function LastUsed({ moment }: { moment: string | null }) {
  return moment === null ? 'Never used' : <TimeAgo moment={moment} />;
}
