import { TimeAgo } from '../../components/time-ago.tsx';

/** When a key was last used, in words. */
export function LastUsed({ moment }: { moment: string | null }) {
  return moment === null ? 'Never used' : <TimeAgo moment={moment} />;
}

/** The same as a sentence about the key. */
export function LastUseSentence({ moment }: { moment: string | null }) {
  return moment === null ? (
    'It has not been used yet.'
  ) : (
    <>
      It was last used <TimeAgo moment={moment} />.
    </>
  );
}
