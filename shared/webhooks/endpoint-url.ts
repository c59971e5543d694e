import { isIP } from 'node:net';
import { type AddressRules, isAllowedAddress } from './allowed-address.ts';

/** Characters of a URL, as given and as sent. */
export const URL_LIMIT = 2048;

/** A name in DNS, as the URL parser leaves it: lower case, in Punycode. */
const DNS_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that only private networks know (RFC 6761, RFC 6762, RFC 8375; ICANN reserved `internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;

/** From here on the system gives ports to everybody's servers; below there are only services of other kinds, and HTTPS. */
const FIRST_FREE_PORT = 1024;

/**
 * Well-known ports of what is no web server: those of the Fetch Standard's "bad ports", and of databases, caches,
 * brokers, remote desktops, containers and their clusters.
 */
const SERVICE_PORTS = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
    6697,
  ],
  ...[
    10080, 1433, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5433, 5671, 5672, 5900, 5984,
    5985,
  ],
  ...[
    5986, 6379, 6380, 6443, 7000, 7001, 8086, 8883, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 26379, 27017,
  ],
]);

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

function isAllowedPort({ protocol, port }: URL): boolean {
  // The parser leaves out the default one.
  const number = port === '' ? DEFAULT_PORTS[protocol] : Number(port);
  if (number === undefined || number === DEFAULT_PORTS[protocol]) return true;
  return number >= FIRST_FREE_PORT && !SERVICE_PORTS.has(number);
}

/** The host of a URL without brackets and without the dot of the root. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

function refusalOfHost(url: URL, rules: AddressRules): string | null {
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, rules) ? null : 'has an address that is not public';
  }
  if (rules.allowLoopback && LOOPBACK_NAME.test(host)) return null;
  if (!DNS_NAME.test(host)) return 'has a host that is neither a public DNS name nor an IP address';
  return PRIVATE_NAME.test(host) ? 'has a host that only private networks know' : null;
}

/** Whether it is on this machine, where the rules allow that. */
const isOwnMachine = (url: URL, { allowLoopback = false }: AddressRules): boolean =>
  allowLoopback &&
  (LOOPBACK_NAME.test(hostOf(url)) ||
    (isAllowedAddress(hostOf(url), { allowLoopback }) && !isAllowedAddress(hostOf(url))));

/**
 * Why events may not be sent to a URL: words that go on after "The URL". Whoever stores it stores `new URL(text).href`.
 * @returns null where they may
 */
export function refusalOfUrl(text: string, rules: AddressRules = {}): string | null {
  if (text.length > URL_LIMIT) return `has more than ${URL_LIMIT} characters`;
  // The parser leaves out or replaces these, silently.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'has white space, control characters or backslashes';
  const url = URL.parse(text);
  if (url === null) return 'is not an absolute URL';
  if (url.href.length > URL_LIMIT) return `has more than ${URL_LIMIT} characters once it is encoded`;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine(url, rules)))
    return 'is not https';
  if (url.username !== '' || url.password !== '') return 'has a user name or a password';
  if (url.href.includes('#')) return 'has a fragment';
  if (!isAllowedPort(url)) {
    return `has a port other than 443 and those from ${FIRST_FREE_PORT} that are not of well-known services`;
  }
  return refusalOfHost(url, rules);
}
