/** The most digits a number of a version may have. */
const DIGITS = 10;

const padded = (number: string): string => number.padStart(DIGITS, '0');

/** Numbers sort before words, and a word before longer ones that start with it: `!` sorts before its characters. */
const identifierKey = (identifier: string): string =>
  /^\d+$/.test(identifier) ? `0${padded(identifier)}` : `1${identifier}!`;

/**
 * A string whose lexicographic order is the precedence of versions
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
