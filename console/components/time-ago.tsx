import { dateAndTime, relativeTime } from '../format.ts';

/** A moment in words; the exact one is in its title. */
export function TimeAgo({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={dateAndTime(moment)}>
      {relativeTime(moment, Date.now())}
    </time>
  );
}
