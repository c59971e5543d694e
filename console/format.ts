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
const asExactMoment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

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

/** `Nov 22, 2026, 8:15:07 PM` */
export const exactTime = (moment: string): string => asExactMoment.format(new Date(moment));

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A number of bytes for people, with the prefixes of SI: `1.4 GB`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

/** Seconds as people read them on a video: `0:07`, `1:02:09`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

const whole = new Intl.NumberFormat('en');
const large = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' });

/** From here on digits can no longer be counted at a glance. */
const LARGE = 1_000_000;

/** A number for people: `2,000`, `1 billion`. */
export const numberText = (value: number): string => (value < LARGE ? whole : large).format(value);
