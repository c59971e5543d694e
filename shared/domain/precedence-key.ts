/** Of the numbers in a version: as many digits as they may have. */
const DIGITS = 10;

const padded = (number: string): string => number.padStart(DIGITS, '0');

/** Numbers come before words, and a word before those it begins: `!` comes before every character of one. */
const identifierKey = (identifier: string): string =>
  /^\d+$/.test(identifier) ? `0${padded(identifier)}` : `1${identifier}!`;

/**
 * A text by which versions come in the order of their precedence when it is compared character by character
 * (Semantic Versioning 2.0.0, section 11): 1.0.0-alpha < 1.0.0-alpha.1 < 1.0.0-beta.2 < 1.0.0-beta.11 < 1.0.0.
 *
 * @param version a semantic version without build metadata, whose numbers have at most 10 digits
 */
export function precedenceKey(version: string): string {
  const [core = '', ...rest] = version.split('-');
  const preRelease = rest.length === 0 ? null : rest.join('-');
  const release = core.split('.').map(padded).join('.');
  return preRelease === null
    ? `${release}~`
    : `${release}-${preRelease.split('.').map(identifierKey).join('')}`;
}
