import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is allowed besides public addresses: the machine itself, for a local service whose receivers run there. */
export interface AddressRules {
  readonly allowLoopback?: boolean;
}

/** All of IPv6 that is assigned as global unicast (RFC 4291); `ipaddr.js` calls what it does not know unicast, too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Behind it a resolver shows IPv4 addresses to networks without IPv4 (RFC 6052), as DNS64 of a VPC does. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** An address without its dotted part: ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`. */
const inHexadecimal = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1);

/** The IPv4 address that a connection to an IPv6 address ends at. */
function innerAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (!address.isIPv4MappedAddress() && !address.match(NAT64)) return null;
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/**
 * Whether a resolved address may be connected to: only if it is public unicast, so that no URL reaches the network or
 * the metadata of the machine that sends.
 * @param text as a resolver writes it; no zone
 */
export function isAllowedAddress(text: string, { allowLoopback = false }: AddressRules = {}): boolean {
  const version = isIP(text);
  // Stricter than ipaddr.js, to which `010.1` is an address.
  if (version === 0 || text.includes('%')) return false;
  const written = version === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(inHexadecimal(text));
  const address = written instanceof ipaddr.IPv6 ? (innerAddress(written) ?? written) : written;
  const range = address.range();
  if (range === 'loopback') return allowLoopback;
  return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));
}
