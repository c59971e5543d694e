import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';

type HeadersOfEvent = { [Member in 'headers' | 'multiValueHeaders']: APIGatewayProxyEvent[Member] | null };

/** All values of a request header; names are compared without regard to case. */
export function headerValues(
  { headers, multiValueHeaders }: Partial<HeadersOfEvent>,
  name: string,
): string[] {
  const wanted = name.toLowerCase();
  // `headers` holds only the last of several values.
  return Object.entries(multiValueHeaders ?? headers ?? {})
    .filter(([given]) => given.toLowerCase() === wanted)
    .flatMap(([, values]) => values ?? []);
}

/**
 * The value of a header that may be sent once; undefined without it.
 * @throws ApiError `INVALID_PARAMETER` naming the header when it was sent more than once
 */
export function singleHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const [value, ...more] = headerValues(event, name);
  if (more.length === 0) return value;
  throw new ApiError('INVALID_PARAMETER', `${name} is given more than once.`, { field: name });
}
