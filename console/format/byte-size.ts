const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A number of bytes for people, with the prefixes of SI: `1.4 GB`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
