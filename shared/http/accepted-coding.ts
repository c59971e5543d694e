import { headerParameters } from './header-parameters.ts';
import { headerValues } from './request-headers.ts';

/** The smaller first, which is taken where a client likes several alike. */
const CODINGS = ['br', 'gzip'] as const;

export type ContentCoding = (typeof CODINGS)[number];

const nameOf = (element: string): string =>
  (element.split(';', 1)[0] ?? '')
    .trim()
    .toLowerCase()
    // Its older name (RFC 9110, 8.4.1.3).
    .replace(/^x-gzip$/, 'gzip');

/** Of an element such as `gzip;q=0.5`; 0, "not acceptable", where that is not well-formed. */
function weightOf(element: string): number {
  const [, weight = '1'] = headerParameters(element).find(([name]) => name === 'q') ?? [];
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

interface AcceptedCoding {
  /** null: the answer as it is. */
  coding: ContentCoding | null;
  /** The client does not take the answer as it is. */
  isRequired: boolean;
}

/**
 * The coding in which a client prefers answers, by its `Accept-Encoding` (RFC 9110, 12.5.3). Where the header is missing they are
 * sent as they are, since few who leave it out decompress. The same where the client takes nothing that there is.
 */
export function acceptedCoding(request: Parameters<typeof headerValues>[0]): AcceptedCoding {
  const elements = headerValues(request, 'Accept-Encoding').flatMap((value) => value.split(','));
  const weights = new Map(elements.map((element) => [nameOf(element), weightOf(element)]));
  const weighed = CODINGS.map((coding) => ({ coding, weight: weights.get(coding) ?? weights.get('*') ?? 0 }));
  const [best] = weighed.sort((a, b) => b.weight - a.weight);
  // Acceptable unless it is refused, and wanted before others only where it is named.
  const identity = weights.get('identity') ?? (weights.get('*') === 0 ? 0 : undefined);
  if (best === undefined || best.weight === 0 || (identity ?? 0) > best.weight)
    return { coding: null, isRequired: false };
  return { coding: best.coding, isRequired: identity === 0 };
}
