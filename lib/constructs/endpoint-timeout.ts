import { Duration } from 'aws-cdk-lib';
import type { Route } from '../../shared/contract/route.ts';

/** API Gateway's limit for answers that are not streamed. */
const BUFFERED_SECONDS = 29;

/** The largest document takes 27 s at the 2 MB/s of a stream past its first 10 MB; slow readers take longer. */
const STREAMED_SECONDS = 120;

/** What an endpoint may take, for its function and for the gateway that waits for it. */
export const endpointTimeout = ({ timeout, stream }: Route): Duration =>
  Duration.seconds(timeout ?? (stream ? STREAMED_SECONDS : BUFFERED_SECONDS));
