import { SETTINGS } from '../contract/resources.ts';
import type { Route } from '../contract/route.ts';
import { SERVICE_NAME } from '../kernel/logging/logging.ts';
import { processEnvironment } from '../kernel/runtime/environment.ts';

interface Outcome {
  status: number;
  /** Error code of the contract. */
  code?: string | undefined;
  durationMs: number;
}

type Unit = 'Count' | 'Milliseconds';

interface MetricLine {
  namespace: string;
  dimensions: Readonly<Record<string, string>>;
  metrics: Readonly<Record<string, readonly [value: number, unit: Unit]>>;
}

/**
 * A line of the embedded metric format, from which CloudWatch makes metrics
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 */
function embedded({ namespace, dimensions, metrics }: MetricLine): string {
  const units = Object.entries(metrics);
  return JSON.stringify({
    _aws: {
      Timestamp: processEnvironment().runtime.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [Object.keys(dimensions)],
          Metrics: units.map(([Name, [, Unit]]) => ({ Name, Unit })),
        },
      ],
    },
    ...dimensions,
    ...Object.fromEntries(units.map(([name, [value]]) => [name, value])),
  });
}

/**
 * Requests and latency by route, errors by route and code. Nothing is written unless the deployment names a namespace.
 */
export function countRequest(route: Route, { code, durationMs }: Outcome): void {
  const namespace = processEnvironment().variables[SETTINGS.metricsNamespace];
  if (!namespace) return;
  const write = (line: Omit<MetricLine, 'namespace'>) =>
    process.stdout.write(`${embedded({ namespace, ...line })}\n`);
  const dimensions = { service: SERVICE_NAME, route: `${route.method} ${route.path}` };
  write({ dimensions, metrics: { Requests: [1, 'Count'], Latency: [durationMs, 'Milliseconds'] } });
  if (code === undefined) return;
  write({ dimensions: { ...dimensions, code }, metrics: { Errors: [1, 'Count'] } });
}
