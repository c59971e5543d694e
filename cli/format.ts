import path from 'node:path';

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes with a decimal unit, such as `4.3 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** Seconds as `3.2 s`, `4:05` or `1:02:03`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

const AGES = [
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3600 },
  { unit: 'min', seconds: 60 },
] as const;

/** How long ago something was, in its largest whole unit: `3 d`, `5 h`, `12 min`, `40 s`. */
export function formatAge(milliseconds: number): string {
  const age = Math.max(0, Math.floor(milliseconds / 1000));
  const { unit, seconds } = AGES.find((each) => age >= each.seconds) ?? { unit: 's', seconds: 1 };
  return `${Math.floor(age / seconds)} ${unit}`;
}

/** `1 object`, `2 objects`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const segmenter = new Intl.Segmenter();

/** How many visible characters (grapheme clusters) a text has. */
export const visibleLength = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : [...segmenter.segment(text)].length;

/** Shortens a text to a number of visible characters (grapheme clusters). */
export function clipped(text: string, length: number): string {
  let shown = '';
  let count = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    if (++count > length) return `${shown}…`;
    if (count < length) shown = text.slice(0, index + segment.length);
  }
  return text;
}

/** As POSIX shells read it as one word. */
export const shellWord = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A path, relative to the working folder if it lies within. */
export function shownPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') ? file : relative || '.';
}
