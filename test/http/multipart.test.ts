import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMultipart } from '../../shared/http/multipart.ts';

const rules = { file: 'file', maxFileBytes: 1000, tooLarge: 'Too large.' };

/** Bytes as one character each. */
const parse = (body: string, type = 'multipart/form-data; boundary=b') =>
  parseMultipart(Buffer.from(body, 'latin1'), type, rules);

const part = (disposition: string, content = 'x', more = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.mp4"', 'bytes');
const END = '--b--\r\n';

const refusal = (field: string, code = 'INVALID_PARAMETER') => expect.objectContaining({ code, field });

describe('a form is read', () => {
  test.each([
    ['as it is usual', FILE],
    ['behind a preamble, before an epilogue', `hello\r\n${FILE}`],
    ['with padding behind a boundary', FILE.replace('--b\r\n', '--b \t\r\n')],
    ['with further headers', part('name="file"; filename="a.mp4"', 'bytes', 'Content-Type: video/mp4\r\n')],
    [
      'with a type of its own',
      part('name="file"; filename="a.mp4"', 'bytes', 'Content-Type: text/x; charset=x\r\n'),
    ],
    [
      'with content in binary',
      part('name="file"; filename="a.mp4"', 'bytes', 'Content-Transfer-Encoding: 8BIT\r\n'),
    ],
    ['with a folded header', FILE.replace('; name', ';\r\n name')],
    [
      'with headers in another case',
      FILE.replace('Content-Disposition: form-data', 'content-disposition:FORM-DATA'),
    ],
    ['with names without quotes', part('name=file; filename=a.mp4', 'bytes')],
    ['with folders in the name', part('name="file"; filename="C:\\videos/a.mp4"', 'bytes')],
    [
      'with an encoded name beside the plain one',
      part(`name="file"; filename="?"; filename*=utf-8''a.mp4`, 'bytes'),
    ],
  ])('%s', (_, body) => {
    const { fields, file } = parse(`${body}${END}bye`);
    expect(fields).toEqual({});
    expect([file.name, Buffer.from(file.bytes).toString()]).toEqual(['a.mp4', 'bytes']);
  });

  test('to the byte, whatever the file holds', () => {
    const content = '\r\n--\r\n--a\0\xff\r\n\r\n--';
    expect(Buffer.from(parse(part('name="file"', content) + END).file.bytes).toString('latin1')).toBe(
      content,
    );
    expect(parse(part('name="file"', '') + END).file.bytes).toHaveLength(0);
  });

  test.each(['..', '.', 'x/..', ''])('with no name for a file that is called %j', (name) => {
    expect(parse(part(`name="file"; filename="${name}"`) + END).file.name).toBe('');
  });

  test('with quotes and backslashes in names', () => {
    expect(parse(part('name="file"; filename="a\\"b.mp4"') + END).file.name).toBe('a"b.mp4');
  });

  test.each(['b', '"b"', 'b; charset=utf-8', 'x; boundary=y'])('with a boundary written %s', (text) => {
    const boundary = text.startsWith('x') ? 'x' : 'b';
    const body = (FILE + END).replaceAll('--b', `--${boundary}`);
    expect(parse(body, `Multipart/Form-Data; Boundary=${text}`).file.name).toBe('a.mp4');
  });
});

test('whatever a browser puts into a form is understood', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, fc.uint8Array({ maxLength: 300 }), text, async (name, bytes, fileName) => {
      const form = new FormData();
      form.append('name', name);
      form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
      const response = new Response(form);
      const body = Buffer.from(await response.arrayBuffer());
      const parsed = parseMultipart(body, response.headers.get('content-type') ?? '', rules);
      // What browsers do to line breaks in a field (WHATWG HTML, 4.10.21.8).
      expect(parsed.fields.name).toBe(name.replaceAll(/\r\n?|\n/g, '\r\n'));
      expect(Buffer.from(parsed.file.bytes).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

describe('a form is refused', () => {
  test.each([
    ['without a boundary', FILE + END, 'multipart/form-data'],
    ['with an empty boundary', FILE + END, 'multipart/form-data; boundary='],
    ['with a boundary of more than 70 characters', '', `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['that is empty', '', undefined],
    ['without its boundary', 'hello', undefined],
    ['that is cut off within a part', FILE, undefined],
    ['that is cut off within headers', `${FILE}--b\r\nContent-Dis`, undefined],
    ['with a part without headers', `--b\r\n\r\nx\r\n${END}`, undefined],
    ['with a boundary among the headers of a part', `--b\r\nX: y\r\n${FILE}${END}`, undefined],
    ['with a part without a name', part('filename="a"') + END, undefined],
    ['with a part that is no form data', FILE.replace('form-data', 'attachment') + END, undefined],
    ['with more behind a boundary than padding', FILE + END.replace('--b', '--bc'), undefined],
    ['with headers beyond 8 KiB', part('name="file"', 'x', `X: ${'x'.repeat(9000)}\r\n`) + END, undefined],
  ])('%s', (_, body, type) => {
    expect(() => parse(body, type)).toThrow(refusal('body'));
  });

  test.each([
    ['in another character set', 'Content-Type: text/plain; charset="ISO-8859-1"'],
    ['in Base64', 'Content-Transfer-Encoding: base64'],
    ['in quoted-printable', 'content-transfer-encoding:Quoted-Printable'],
  ])('with a field that is sent %s', (_, header) => {
    expect(() => parse(part('name="name"', 'eA==', `${header}\r\n`) + FILE + END)).toThrow(refusal('name'));
  });

  test('with a file that is sent in Base64', () => {
    const encoded = part('name="file"; filename="a.mp4"', 'eA==', 'Content-Transfer-Encoding: base64\r\n');
    expect(() => parse(encoded + END)).toThrow(refusal('file'));
  });

  test('with a header of a part given twice', () => {
    const type = 'Content-Type: text/plain\r\n';
    expect(() => parse(part('name="name"', 'x', type + type) + FILE + END)).toThrow(refusal('body'));
  });

  test('without its file', () => {
    expect(() => parse(part('name="name"') + END)).toThrow(refusal('file', 'MISSING_PARAMETER'));
    expect(() => parse(END)).toThrow(refusal('file', 'MISSING_PARAMETER'));
  });

  test('with two files', () => {
    expect(() => parse(FILE + FILE + END)).toThrow(refusal('file'));
  });

  test('with a field given twice', () => {
    expect(() => parse(part('name="a"') + part('name="a"') + FILE + END)).toThrow(refusal('a'));
  });

  test('with its file in another part, and the error names the right one', () => {
    const misplaced = part('name="video"; filename="a.mp4"', 'x'.repeat(5000));
    expect(() => parse(misplaced + END)).toThrow(
      expect.objectContaining({
        field: 'video',
        message: 'A file belongs in the part "file", not in "video".',
      }),
    );
  });

  test('with a file that is too large, and the error says by how much', () => {
    expect(() => parse(part('name="file"', 'x'.repeat(1001)) + END)).toThrow(
      expect.objectContaining({
        code: 'FILE_TOO_LARGE',
        message: 'Too large.',
        details: { min: 1, max: 1000, provided: 1001 },
      }),
    );
  });

  test('with more fields than are read', () => {
    const fields = Array.from({ length: 21 }, (_, i) => part(`name="f${i}"`)).join('');
    expect(() => parse(fields + FILE + END)).toThrow(
      expect.objectContaining({ field: 'body', details: { min: 0, max: 20, provided: 21 } }),
    );
  });
});

test('nothing is looked at behind the first limit', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => part(`name="f${i}"`)).join('') + END;
  /** How often the body is searched. */
  const searches = (body: string): number => {
    const bytes = Buffer.from(body, 'latin1');
    let count = 0;
    const indexOf = bytes.indexOf.bind(bytes);
    bytes.indexOf = ((...given: Parameters<typeof indexOf>) => {
      count++;
      return indexOf(...given);
    }) as typeof bytes.indexOf;
    expect(() => parseMultipart(bytes, 'multipart/form-data; boundary=b', rules)).toThrow(
      'more than 20 fields',
    );
    return count;
  };
  expect(searches(many(100_000))).toBe(searches(many(21)));
});
