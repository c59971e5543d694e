const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const asDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const asMoment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, or how long until: `3 hours ago`, `in 12 days`. @param now milliseconds since 1970 */
export function relativeTime(moment: string, now: number): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? [];
  return unit === undefined || length === undefined
    ? 'just now'
    : inWords.format(Math.trunc(seconds / length), unit);
}

/** `Nov 22, 2026` */
export const dateOf = (moment: string | number): string => asDate.format(new Date(moment));

/** `Nov 22, 2026, 8:15 PM` */
export const dateAndTime = (moment: string | number): string => asMoment.format(new Date(moment));
