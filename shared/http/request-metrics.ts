import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SETTINGS } from '../contract/resources.ts';
import type { Route } from '../contract/route.ts';
import { SERVICE_NAME } from '../kernel/logging/logging.ts';
import { processEnvironment } from '../kernel/runtime/environment.ts';

export interface Outcome {
  status: number;
  /** Error code of the contract. */
  code?: string | undefined;
  durationMs: number;
}

let opened: Metrics | undefined;

/**
 * Requests and latency by route, errors by route and code, as lines of CloudWatch's embedded metric format.
 * Nothing is written unless the deployment names a namespace.
 */
export function countRequest(route: Route, { code, durationMs }: Outcome): void {
  const namespace = processEnvironment().variables[SETTINGS.metricsNamespace];
  if (!namespace) return;
  opened ??= new Metrics({ namespace, serviceName: SERVICE_NAME });
  const name = `${route.method} ${route.path}`;
  opened
    .addDimension('route', name)
    .addMetric('Requests', MetricUnit.Count, 1)
    .addMetric('Latency', MetricUnit.Milliseconds, durationMs)
    .publishStoredMetrics();
  if (code === undefined) return;
  opened.addDimensions({ route: name, code }).addMetric('Errors', MetricUnit.Count, 1).publishStoredMetrics();
}
