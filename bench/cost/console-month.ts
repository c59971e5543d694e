import { PRICES } from './prices.ts';

/** How people use the console. Their calls of the API are among the requests of a month. */
export const CONSOLE_USE = {
  visitsPerPerson: 20,
  /** Of a visit: files and bytes, compressed, as if browsers had kept none. */
  files: 40,
  fileBytes: 1.5e6,
  /** Of a visit: calls of the API, and bytes of their answers. */
  calls: 100,
  callBytes: 1e6,
} as const;

/**
 * Dollars for the console of a month: what CloudFront answers, and people who sign in.
 * @param people who sign in at least once
 * @param webAcl whether a function at the edge passes the caller's address to the API's web ACL
 */
export function consoleCost(
  people: number,
  { webAcl }: { webAcl: boolean },
): Record<'console: CloudFront' | 'console: users', number> {
  const { visitsPerPerson, files, fileBytes, calls, callBytes } = CONSOLE_USE;
  const visits = people * visitsPerPerson;
  const requests =
    (files + calls) * PRICES.cloudFrontRequests + (files + (webAcl ? calls : 0)) * PRICES.cloudFrontFunctions;
  const transfer = ((fileBytes + callBytes) / 1e9) * PRICES.cloudFrontTransfer;
  return {
    'console: CloudFront': visits * (requests / 1e6 + transfer),
    'console: users': people * PRICES.cognitoUser,
  };
}
