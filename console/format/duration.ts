/** Seconds as people read them on a video: `0:07`, `1:02:09`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
