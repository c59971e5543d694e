/** A time in a video, to the millisecond: `0:07.033`, `1:02:09.500`. @param seconds not negative */
export function playerTime(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const [ms, s, m, h] = [
    all % 1000,
    Math.floor(all / 1000) % 60,
    Math.floor(all / 60_000) % 60,
    Math.floor(all / 3_600_000),
  ];
  const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
  const minutes = h > 0 ? `${h}:${padded(m, 2)}` : String(m);
  return `${minutes}:${padded(s, 2)}.${padded(ms, 3)}`;
}
