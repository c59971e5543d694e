/** The parts of the S3 server that are pure, against published values and plain restatements. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifySigV4 } from '../../../local/protocol/sigv4.ts';
import { decodeAwsChunked } from '../../../local/s3/protocol/aws-chunked.ts';
import { type ChecksumAlgorithm, joinChecksums, startDigest } from '../../../local/s3/protocol/checksums.ts';
import { S3Error } from '../../../local/s3/protocol/errors.ts';
import { type Listing, listKeys } from '../../../local/s3/protocol/listing.ts';
import { parseXml, xmlDocument, xmlFields } from '../../../local/s3/protocol/xml.ts';

const checksum = (algorithm: ChecksumAlgorithm, ...chunks: Uint8Array[]): string => {
  const digest = startDigest(algorithm);
  for (const chunk of chunks) digest.update(Buffer.from(chunk));
  return digest.digest().toString('hex');
};

describe('cyclic redundancy checks', () => {
  // "check" of the catalogue of parametrised CRC algorithms, https://reveng.sourceforge.io/crc-catalogue/
  test.each([
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
  ] as const)('%s of 123456789 is %s', (algorithm, expected) => {
    expect(checksum(algorithm, Buffer.from('123456789'))).toBe(expected);
  });

  test.each(['crc32', 'crc32c', 'crc64nvme'] as const)(
    '%s does not depend on how the bytes come in',
    (algorithm) => {
      const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
      fc.assert(
        fc.property(chunks, (pieces) => {
          expect(checksum(algorithm, ...pieces)).toBe(checksum(algorithm, Buffer.concat(pieces)));
        }),
      );
    },
  );

  test.each(['crc32', 'crc32c', 'crc64nvme'] as const)(
    '%s of parts joined is that of the whole',
    (algorithm) => {
      const parts = fc.array(fc.uint8Array({ maxLength: 100 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(parts, (pieces) => {
          const described = pieces.map((piece) => ({
            checksum: Buffer.from(checksum(algorithm, piece), 'hex'),
            size: piece.length,
          }));
          const { value } = joinChecksums(algorithm, 'FULL_OBJECT', described);
          expect(Buffer.from(value, 'base64').toString('hex')).toBe(
            checksum(algorithm, Buffer.concat(pieces)),
          );
        }),
      );
    },
  );

  test('parts of many gigabytes are joined without being read', () => {
    // CRC-32 of zeros, appended byte by byte, against one step over all of them.
    const size = 3 * 1024 ** 2;
    const zeros = { checksum: Buffer.from(checksum('crc32', Buffer.alloc(size)), 'hex'), size };
    const { value } = joinChecksums('crc32', 'FULL_OBJECT', Array(20).fill(zeros));
    let expected = 0;
    for (let i = 0; i < 20; i++) expected = crc32(Buffer.alloc(size), expected);
    expect(Buffer.from(value, 'base64').readUInt32BE()).toBe(expected);
    const huge = { checksum: Buffer.alloc(8, 1), size: 5 * 1024 ** 3 };
    const one = joinChecksums('crc64nvme', 'FULL_OBJECT', [huge, huge, huge]);
    expect(one.value).toHaveLength(12);
  });
});

describe('listing', () => {
  const byUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', '/', 'é', '\u{ffff}', '\u{10ffff}', '😀', '\0'),
    maxLength: 5,
  });

  /** All pages, each from where the one before ended. */
  function walk(keys: string[], prefix: string, delimiter: string, maxKeys: number) {
    const sorted = keys.toSorted(byUtf8);
    const fetch = (from: string, limit: number) =>
      sorted
        .filter((key) => byUtf8(key, from) >= 0)
        .slice(0, limit)
        .map((key) => ({ key }));
    const found: { entries: string[]; commonPrefixes: string[] } = { entries: [], commonPrefixes: [] };
    let from: string | undefined = '';
    for (let pages = 0; from !== undefined; pages++) {
      const page: Listing<{ key: string }> = listKeys(fetch, { prefix, delimiter, from, maxKeys });
      const size = page.entries.length + page.commonPrefixes.length;
      expect(size).toBeLessThanOrEqual(maxKeys);
      if (page.next !== undefined) expect(size).toBe(maxKeys);
      expect(pages).toBeLessThanOrEqual(keys.length);
      found.entries.push(...page.entries.map(({ key }) => key));
      found.commonPrefixes.push(...page.commonPrefixes);
      from = page.next;
    }
    return found;
  }

  test('pages of any size give each key or common prefix once, in order', () => {
    const query = fc.record({
      keys: fc.uniqueArray(
        letters.filter((key) => key !== ''),
        { maxLength: 30 },
      ),
      prefix: letters.map((text) => text.slice(0, 2)).filter((text) => text.isWellFormed()),
      delimiter: fc.constantFrom('', '/', 'b', '\u{10ffff}', 'a/'),
      maxKeys: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(query, ({ keys, prefix, delimiter, maxKeys }) => {
        const matching = keys.filter((key) => key.startsWith(prefix)).sort(byUtf8);
        const groupOf = (key: string): string | undefined => {
          const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
          return end < 0 ? undefined : key.slice(0, end + delimiter.length);
        };
        const groups = new Set(matching.map(groupOf).filter((group) => group !== undefined));
        expect(walk(keys, prefix, delimiter, maxKeys)).toEqual({
          entries: matching.filter((key) => groupOf(key) === undefined),
          commonPrefixes: [...groups],
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('XML', () => {
  test('text comes back as it was written, control characters included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        (text) => {
          const [field] = parseXml(xmlDocument('Root', [xmlFields({ Field: text })])).children;
          expect(field).toEqual({ name: 'Field', children: [], text });
        },
      ),
    );
  });

  test('declarations, comments, attributes and empty elements are read over', () => {
    const source =
      '\uFEFF<?xml version="1.0"?>\n<!-- > --><a xmlns="x" b=\'y\'> <b/> <c >1&#x32;&#51;&lt;</c > </a>\n';
    expect(parseXml(source).children).toEqual([
      { name: 'b', children: [], text: '' },
      { name: 'c', children: [], text: '123<' },
    ]);
  });

  test('whatever comes in, there is an element or MalformedXML', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<a/>',
      '<',
      '>',
      '&',
      '&lt;',
      '&#0;',
      '&#x110000;',
      'x',
      '<!--',
      '-->',
      '"',
      '<?',
      ']]>',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (source) => {
        try {
          expect(parseXml(source.join('')).name).toBe('a');
        } catch (error) {
          expect(error).toBeInstanceOf(S3Error);
          expect(error).toMatchObject({ code: 'MalformedXML' });
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('the published example of a body in signed chunks is accepted', async () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const payloadHash = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const signature = verifySigV4(
    {
      method: 'PUT',
      target: '/examplebucket/chunkObject.txt',
      headers: {
        host: ['s3.amazonaws.com'],
        'content-encoding': ['aws-chunked'],
        'content-length': ['66824'],
        'x-amz-content-sha256': [payloadHash],
        'x-amz-date': ['20130524T000000Z'],
        'x-amz-decoded-content-length': ['66560'],
        'x-amz-storage-class': ['REDUCED_REDUNDANCY'],
        authorization: [
          'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
        ],
      },
      payloadHash,
    },
    { credentials, region: 'us-east-1', service: 's3' },
    Date.UTC(2013, 4, 24),
  );
  const body = Buffer.from(
    [
      `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${'a'.repeat(65_536)}\r\n`,
      `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${'a'.repeat(1024)}\r\n`,
      '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n',
    ].join(''),
  );
  expect(body).toHaveLength(66_824);
  // In pieces of 1,000 bytes, so that headers and chunks are cut anywhere.
  const pieces = Array.from({ length: 67 }, (_, i) => body.subarray(i * 1000, i * 1000 + 1000));
  const hash = createHash('md5');
  const trailers = await decodeAwsChunked(Readable.from(pieces), signature, async (data) => {
    hash.update(data);
  });
  expect(hash.digest('hex')).toBe(createHash('md5').update('a'.repeat(66_560)).digest('hex'));
  expect(trailers.size).toBe(0);
});
