import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedAddress } from '../../shared/webhooks/allowed-address.ts';

/** Of the special-purpose registries of IANA (RFC 6890) what is not reachable from everywhere, first and last address. */
const REFUSED = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fd00:ec2::254'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255', 'fe80::1', 'febf::1'],
  'site-local': ['fec0::1'],
  protocols: ['192.0.0.0', '192.0.0.171', '192.0.0.255'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.254', '255.255.255.255', '100::1', '5f00::1', '4000::1', '8000::1'],
  relays: ['192.88.99.1', '2002:7f00:1::', '2002:808:808::', '2001:0:7f00:1::', '2001:0:808:808::1'],
  'IPv4 in IPv6, in a form that no network has': [
    '::7f00:1',
    '::808:808',
    '::8.8.8.8',
    '::ffff:0:7f00:1',
    '::ffff:0:808:808',
  ],
  'mapped, of what is not public': [
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:0',
    '::FFFF:192.168.1.1',
  ],
  'behind NAT64, of what is not public': ['64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1', '64:ff9b:1::808:808'],
  'of a zone': ['fe80::1%eth0', '2606:4700::1%1', '::1%lo'],
  'no address as resolvers write them': [
    '',
    'localhost',
    '010.1.1.1',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8 ',
    '[::1]',
  ],
};
const LOOPBACK = ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.0', '100.128.0.0', '192.0.1.1', '223.255.255.255'];
const PUBLIC_IPV6 = [
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

describe('an address that may be connected to', () => {
  test.each(Object.entries(REFUSED))('is none of these: %s', (_, addresses) => {
    expect(addresses.filter((address) => isAllowedAddress(address))).toEqual([]);
    expect(addresses.filter((address) => isAllowedAddress(address, { allowLoopback: true }))).toEqual([]);
  });

  test.each([...PUBLIC, ...PUBLIC_IPV6])('may be public: %s', (address) => {
    expect(isAllowedAddress(address)).toBe(true);
  });

  test.each(LOOPBACK)('is the machine itself only for a local service: %s', (address) => {
    expect([isAllowedAddress(address), isAllowedAddress(address, { allowLoopback: true })]).toEqual([
      false,
      true,
    ]);
  });

  test('is in 2000::/3, where it has none of IPv4 in it', () => {
    const first = fc.integer({ min: 1, max: 0xffff }).filter((part) => part >> 13 !== 1 && part !== 0x64);
    const parts = fc.tuple(first, fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 }));
    const addresses = parts.map(([one, rest]) => [one, ...rest].map((part) => part.toString(16)).join(':'));
    fc.assert(fc.property(addresses, (address) => !isAllowedAddress(address)));
  });

  test('is refused without an exception, whatever is asked', () => {
    fc.assert(fc.property(fc.string(), (text) => !isAllowedAddress(text)));
  });
});
