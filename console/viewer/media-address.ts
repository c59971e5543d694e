/**
 * Whether two addresses are those of one file: a presigned address of it differs from another only in its query, where the
 * signature is.
 */
export function sameMedia(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname === b.pathname;
}

/**
 * How long a presigned address can still be used, by the parameters of AWS Signature Version 4. Where the clock says that it has
 * expired it is the clock that is wrong, since the address has only just been given.
 * @param now milliseconds since the epoch
 * @returns milliseconds; null for an address that does not say so
 */
export function usableMs(address: string, now: number): number | null {
  const { searchParams } = new URL(address);
  const signed = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '');
  const validMs = Number(searchParams.get('X-Amz-Expires') ?? Number.NaN) * 1000;
  if (!signed || !Number.isFinite(validMs)) return null;
  const [, year, month, day, hour, minute, second] = signed;
  const since = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const left = since + validMs - now;
  return left > 0 ? Math.min(left, validMs) : validMs;
}
