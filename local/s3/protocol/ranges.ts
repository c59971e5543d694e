import { S3Error } from './errors.ts';

/** Bytes `start` to `end` (exclusive). */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range that a Range header selects of `size` bytes (RFC 9110 section 14). Undefined means all of it: no
 * header, one that is not understood, or several ranges, which S3 does not serve.
 * @throws {S3Error} InvalidRange
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] =
    /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start < end) return { start, end };
  throw new S3Error('InvalidRange', undefined, {
    RangeRequested: header ?? '',
    ActualObjectSize: String(size),
  });
}

/**
 * The range of x-amz-copy-source-range, which must name both ends, within the object.
 * @throws {S3Error} InvalidArgument
 */
export function parseCopyRange(header: string, size: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header) ?? [];
  if (first !== '' && Number(first) <= Number(last) && Number(last) < size) {
    return { start: Number(first), end: Number(last) + 1 };
  }
  throw new S3Error('InvalidArgument', `Range specified is not valid for source object of size: ${size}`, {
    ArgumentName: 'x-amz-copy-source-range',
    ArgumentValue: header,
  });
}
