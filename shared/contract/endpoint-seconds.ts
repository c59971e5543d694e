import type { Route } from './route.ts';

/** API Gateway's limit for answers that are not streamed. */
const BUFFERED = 29;

/** The largest document takes 27 s at the 2 MB/s of a stream past its first 10 MB; slow readers take longer. */
const STREAMED = 120;

/** What an endpoint may take, in seconds. */
export const endpointSeconds = ({ timeout, stream }: Route): number =>
  timeout ?? (stream ? STREAMED : BUFFERED);
