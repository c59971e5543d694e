import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import { countRequest } from '../../shared/http/request-metrics.ts';
import { provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';

interface MetricLine {
  _aws: {
    CloudWatchMetrics: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string; Unit: string }[];
    }[];
  };
  [value: string]: unknown;
}

let written: string[];

beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const lines = (): MetricLine[] => written.map((line) => JSON.parse(line) as MetricLine);

const provideNamespace = (namespace?: string): void =>
  provideEnvironment({ variables: { [SETTINGS.metricsNamespace]: namespace }, runtime: systemRuntime });

test('nothing is written unless the deployment names a namespace', () => {
  provideNamespace();
  countRequest(getVideo, { status: 500, code: 'INTERNAL_ERROR', durationMs: 7 });
  expect(written).toEqual([]);
});

test('requests and their latency are counted by route', () => {
  provideNamespace('vms-test');
  countRequest(getVideo, { status: 200, durationMs: 7 });
  const [line, ...more] = lines();
  expect(more).toEqual([]);
  expect(line?._aws.CloudWatchMetrics).toEqual([
    {
      Namespace: 'vms-test',
      Dimensions: [['service', 'route']],
      Metrics: [
        { Name: 'Requests', Unit: 'Count' },
        { Name: 'Latency', Unit: 'Milliseconds' },
      ],
    },
  ]);
  expect(line).toMatchObject({ route: 'GET /api/videos/{id}', Requests: 1, Latency: 7 });
});

test('errors are counted by route and code, and stay with their request', () => {
  provideNamespace('vms-test');
  countRequest(getVideo, { status: 404, code: 'VIDEO_NOT_FOUND', durationMs: 3 });
  countRequest(getVideo, { status: 200, durationMs: 4 });
  const errors = lines().filter((line) => 'Errors' in line);
  expect(errors).toEqual([expect.objectContaining({ Errors: 1, code: 'VIDEO_NOT_FOUND' })]);
  expect(errors[0]?._aws.CloudWatchMetrics[0]?.Dimensions).toEqual([['service', 'route', 'code']]);
  expect(lines().filter((line) => 'Requests' in line)).toHaveLength(2);
});
