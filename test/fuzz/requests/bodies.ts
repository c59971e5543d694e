import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { JsonSchema, MediaType } from '../../../shared/contract/openapi/types.ts';
import { hostileText, toJson } from './hostile.ts';
import { mutated } from './json-mutation.ts';

/** One character per byte, so that any bytes can be written as a line of JSON. */
export type ByteText = string;

export interface GeneratedBody {
  contentType: string | null;
  encoding?: string;
  bytes: ByteText;
}

export const toByteText = (text: string): ByteText => Buffer.from(text).toString('latin1');

type ByteMutation = (bytes: ByteText) => ByteText;

const at = (bytes: ByteText, share: number): number => Math.floor(bytes.length * share);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const byteMutation: fc.Arbitrary<ByteMutation> = fc.oneof(
  share.map((where) => (bytes: ByteText) => bytes.slice(0, at(bytes, where))),
  fc
    .tuple(
      share,
      fc.constantFrom('\0', '\xff', '\xc0\xae', '\xed\xa0\x80', '\xef\xbb\xbf', '}', '"', '\r\n', '--'),
    )
    .map(
      ([where, bytes]) =>
        (given: ByteText) =>
          given.slice(0, at(given, where)) + bytes + given.slice(at(given, where)),
    ),
  fc.constantFrom<ByteMutation>(
    (bytes) => `\xef\xbb\xbf${bytes}`,
    (bytes) => `${bytes}x`,
    (bytes) => bytes + bytes,
    () => '',
    () => ' \t\r\n',
    (bytes) => bytes.replace('{', '{"id":"a","id":"b","layers":1,'),
    (bytes) => Buffer.from(Buffer.from(bytes, 'latin1').toString(), 'utf16le').toString('latin1'),
  ),
);

const contentTypes = fc.constantFrom(
  null,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'APPLICATION/JSON;x',
  'application/json,text/html',
  'application/merge-patch+json',
  'application/json-patch+json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(500)}`,
  'multipart/form-data; boundary="a"; boundary=b',
  'multipart/mixed; boundary=fuzz',
  '__proto__',
  'constructor/prototype',
  ';',
);

/** Bodies that the operation accepts, and bodies that are slightly or completely wrong. */
export const spoiled = (bodies: fc.Arbitrary<GeneratedBody>): fc.Arbitrary<GeneratedBody> =>
  fc.oneof(
    { weight: 14, arbitrary: bodies },
    {
      weight: 3,
      arbitrary: fc
        .tuple(bodies, byteMutation)
        .map(([body, mutate]) => ({ ...body, bytes: mutate(body.bytes) })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(bodies, contentTypes).map(([body, contentType]) => ({ ...body, contentType })),
    },
    {
      weight: 1,
      arbitrary: bodies.map((body) => ({
        ...body,
        encoding: 'gzip',
        bytes: gzipSync(Buffer.from(body.bytes, 'latin1')).toString('latin1'),
      })),
    },
  );

export const jsonBodies = (
  contentType: string,
  { example }: MediaType,
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<GeneratedBody> => {
  const valid = example === undefined ? values : fc.oneof(values, values, values, fc.constant(example));
  const texts = fc.oneof(
    { weight: 3, arbitrary: valid.map(toJson) },
    { weight: 1, arbitrary: mutated(valid) },
  );
  return texts.map((text) => ({ contentType, bytes: toByteText(text) }));
};

const BOUNDARY = 'fuzz';

/** What a form's file may be; `$clip$` stands for a playable one. */
const fileBytes = fc.oneof(
  { weight: 1, arbitrary: fc.constant('$clip$') },
  {
    weight: 9,
    arbitrary: fc.oneof(
      fc.constantFrom(
        '',
        '\0\0\0\x18ftypmp42\0\0\0\0mp42isom',
        '\x1a\x45\xdf\xa3',
        `--${BOUNDARY}`,
        '\0'.repeat(70_000),
      ),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ),
  },
);

const part = (headers: readonly string[], content: ByteText): ByteText =>
  `--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n${content}\r\n`;

const quoted = (text: string): ByteText =>
  toByteText(text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));

const oddParts = fc.oneof(
  fc
    .tuple(hostileText, hostileText)
    .map(([name, value]) =>
      part([`Content-Disposition: form-data; name="${quoted(name)}"`], toByteText(value)),
    ),
  hostileText.map((name) =>
    part(
      [
        `Content-Disposition: form-data; name="file"; filename*=UTF-8''${quoted(name)}`,
        'Content-Type: video/mp4',
      ],
      'x',
    ),
  ),
  fc.constantFrom(
    part([], 'x'),
    part(['Content-Disposition: form-data'], 'x'),
    part(['Content-Disposition: attachment; name="name"'], 'x'),
    part(['Content-Disposition: form-data; name="name"', 'Content-Transfer-Encoding: base64'], 'eA=='),
    part(['Content-Disposition: form-data; name="name"', 'Content-Type: text/plain; charset=utf-7'], '+AGE-'),
    part(['Content-Disposition: form-data; name="name"', 'Content-Type: text/plain; charset=nonsense'], 'x'),
    part(['Content-Disposition: form-data; name="name"', `X: ${'x'.repeat(100_000)}`], 'x'),
    part(['Content-Disposition: form-data; name="x"'], 'x').repeat(30),
    part(['Content-Disposition: form-data; name="name"'], 'x').repeat(2),
  ),
);

/** Multipart forms (RFC 7578) of a file and the schema's other fields. */
export function formBodies(schema: JsonSchema, fields: fc.Arbitrary<unknown>): fc.Arbitrary<GeneratedBody> {
  const [file = 'file'] =
    Object.entries(schema.properties ?? {}).find(([, { format }]) => format === 'binary') ?? [];
  return fc
    .record({
      fields,
      content: fileBytes,
      fileName: fc.oneof(fc.constantFrom('a.mp4', 'b.webm'), hostileText),
      odd: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: oddParts }),
    })
    .map(({ fields: given, content, fileName, odd }) => {
      const texts = Object.entries(given as Record<string, unknown>).filter(([name]) => name !== file);
      const parts = texts.map(([name, value]) =>
        part([`Content-Disposition: form-data; name="${name}"`], toByteText(String(value))),
      );
      const disposition = `Content-Disposition: form-data; name="${file}"; filename="${quoted(fileName)}"`;
      const bytes = [...parts, odd, part([disposition], content), `--${BOUNDARY}--\r\n`].join('');
      return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, bytes };
    });
}
