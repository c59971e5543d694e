import fc from 'fast-check';
import { type ByteText, toByteText } from './bodies.ts';
import { hostileText } from './hostile.ts';

type Headers = [name: string, value: ByteText][];

/** Bytes that a header value may contain (RFC 9110: no control characters except tab). */
const headerText = (text: string): ByteText => toByteText(text).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');

const oneHeader = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Headers> =>
  values.map((value) => [[name, headerText(value)]]);

/** Mostly the owner's credential, sometimes one of the others, or something that is none. */
const authorizationOf = (names: readonly string[]): fc.Arbitrary<Headers> =>
  fc.oneof(
    { weight: 16, arbitrary: fc.constant<Headers>([['Authorization', 'Bearer $owner$']]) },
    {
      weight: 3,
      arbitrary: oneHeader(
        'Authorization',
        fc.constantFrom(...names).map((name) => `Bearer $${name}$`),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.constantFrom<Headers>(
          [],
          [['Authorization', '']],
          [['Authorization', 'Bearer']],
          [['Authorization', 'Bearer ']],
          [['Authorization', 'bearer $owner$']],
          [['Authorization', 'Bearer  $owner$ ']],
          [['Authorization', 'Basic $owner$']],
          [['Authorization', 'Bearer $owner$, Bearer $owner$']],
          [
            ['Authorization', 'Bearer $owner$'],
            ['authorization', 'Bearer x'],
          ],
          [['X-Api-Key', '$owner$']],
          [['Cookie', 'Authorization=Bearer $owner$']],
          [['Authorization', `Bearer vms_sk_${'0'.repeat(49)}`]],
          [['Authorization', `Bearer ${'x'.repeat(4000)}`]],
        ),
        oneHeader(
          'Authorization',
          hostileText.map((text) => `Bearer ${text}`),
        ),
      ),
    },
  );

const oddHeaders: fc.Arbitrary<Headers> = fc.oneof(
  oneHeader(
    'If-Match',
    fc.oneof(fc.constantFrom('"0"', '1', '"1", "2"', '""', '"99999999999"', 'W/*'), hostileText),
  ),
  oneHeader('Idempotency-Key', hostileText),
  oneHeader(
    'Range',
    fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'x', `bytes=${'0-1,'.repeat(500)}2-3`),
  ),
  oneHeader('X-HTTP-Method-Override', fc.constantFrom('DELETE', 'x')),
  fc.constantFrom<Headers>(
    [['Accept', 'text/html']],
    [['Accept-Encoding', 'gzip;q=9, *;q=0']],
    [['If-None-Match', '*']],
    [
      ['If-Match', '"1"'],
      ['If-Match', '"2"'],
    ],
    [
      ['Content-Type', 'text/plain'],
      ['Content-Type', 'application/json'],
    ],
    [['X-Forwarded-For', '127.0.0.1']],
    [['X-Forwarded-Host', 'example.com']],
    [['X-Request-Id', '00000000-0000-0000-0000-000000000000']],
    [['X-Amzn-Trace-Id', 'Root=1-0-0']],
    [
      ['Origin', 'https://example.com'],
      ['Access-Control-Request-Method', 'DELETE'],
    ],
    [['__proto__', 'x']],
    [
      ['constructor', 'x'],
      ['toString', 'y'],
    ],
    Array.from({ length: 200 }, (_, number) => [`X-${number}`, 'x']),
  ),
);

/** A credential, some of the operation's headers, and occasionally something odd. */
export const headersOf = (
  parameters: readonly (readonly [string, fc.Arbitrary<string>])[],
  credentials: readonly string[],
): fc.Arbitrary<Headers> =>
  fc
    .tuple(
      authorizationOf(credentials),
      fc.tuple(
        ...parameters.map(([name, texts]) =>
          fc.option(oneHeader(name, texts), { freq: 2, nil: [] as Headers }),
        ),
      ),
      fc.oneof({ weight: 12, arbitrary: fc.constant<Headers>([]) }, { weight: 1, arbitrary: oddHeaders }),
    )
    .map(([credential, known, odd]) => [...credential, ...known.flat(), ...odd]);
