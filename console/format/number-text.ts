const whole = new Intl.NumberFormat('en');
const large = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' });

/** From here on digits can no longer be counted at a glance. */
const LARGE = 1_000_000;

/** A number for people: `2,000`, `1 billion`. */
export const numberText = (value: number): string => (value < LARGE ? whole : large).format(value);
