import { Duration } from 'aws-cdk-lib';
import type { Route } from '../../shared/contract/route.ts';
import { endpointSeconds } from '../../shared/contract/route-limits.ts';

/** What an endpoint may take, for its function and for the gateway that waits for it. */
export const endpointTimeout = (route: Route): Duration => Duration.seconds(endpointSeconds(route));
