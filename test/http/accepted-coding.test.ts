import { describe, expect, test } from 'vitest';
import { acceptedCoding } from '../../shared/http/accepted-coding.ts';

const accepted = (...values: string[]) =>
  acceptedCoding({ multiValueHeaders: values.length === 0 ? {} : { 'accept-encoding': values } });

describe('a client is sent the coding that it likes best', () => {
  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['GZIP ; Q=0.5', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.5', 'gzip'],
    ['gzip, identity', 'gzip'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
  ])('of %j', (value, coding) => {
    expect(accepted(value)).toEqual({ coding, isRequired: false });
  });

  test('of several headers', () => {
    expect(accepted('gzip;q=0.5', 'br;q=0.4').coding).toBe('gzip');
  });
});

describe('a client is sent the answer as it is', () => {
  test.each([
    '',
    'identity',
    'deflate, zstd',
    'gzip;q=0',
    'br;q=0, gzip;q=0.000',
    'identity, gzip;q=0.5',
    'gzip;q=x',
    'br;q=2',
    '*;q=0',
    ', ,',
  ])('with %j', (value) => {
    expect(accepted(value)).toEqual({ coding: null, isRequired: false });
  });

  test('without the header', () => {
    expect(accepted()).toEqual({ coding: null, isRequired: false });
    expect(acceptedCoding({ headers: null })).toEqual({ coding: null, isRequired: false });
  });
});

test.each(['identity;q=0, gzip', 'gzip, *;q=0'])(
  'with %j it takes nothing that is not compressed',
  (value) => {
    expect(accepted(value)).toEqual({ coding: 'gzip', isRequired: true });
  },
);

test('where it takes nothing that there is, it is sent the answer as it is', () => {
  expect(accepted('identity;q=0')).toEqual({ coding: null, isRequired: false });
});
