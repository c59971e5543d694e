import type { Resource } from '../template/resolve.ts';

/** How functions are fed: what the rehearsal knows of the properties of `AWS::Lambda::EventSourceMapping`. */
interface Mapping {
  EventSourceArn: string;
  FunctionName: string;
  BatchSize?: number;
  Enabled?: boolean;
  FunctionResponseTypes?: string[];
  ScalingConfig?: { MaximumConcurrency?: number };
  /** Of streams alone, as the rest. */
  FilterCriteria?: { Filters: { Pattern: string }[] };
  MaximumRetryAttempts?: number;
  StartingPosition?: string;
}

const OF_QUEUES = [
  'EventSourceArn',
  'FunctionName',
  'BatchSize',
  'Enabled',
  'FunctionResponseTypes',
  'ScalingConfig',
];
const OF_STREAMS = [
  'EventSourceArn',
  'FunctionName',
  'BatchSize',
  'FunctionResponseTypes',
  'FilterCriteria',
  'MaximumRetryAttempts',
  // One batch after the other is one of the orders in which Lambda may run them.
  'ParallelizationFactor',
  'StartingPosition',
];

/** Whether a mapping reads the stream of a table. */
export const readsStream = ({ properties }: Resource): boolean =>
  /^arn:aws:dynamodb:.*\/stream\//.test(String(properties.EventSourceArn));

/** @throws Error for a setting that the rehearsal does not act on: it would be deployed untried */
export function mappingOf(resource: Resource): Mapping {
  const known = readsStream(resource) ? OF_STREAMS : OF_QUEUES;
  const unknown = Object.keys(resource.properties).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`${resource.ref}: ${unknown.join(', ')} is not known to the rehearsal`);
  return resource.properties as unknown as Mapping;
}

/** Whether a function answers with the messages or items of a batch that failed. */
export const reportsFailures = ({ FunctionResponseTypes = [] }: Mapping): boolean =>
  FunctionResponseTypes.includes('ReportBatchItemFailures');

/**
 * The kinds of changes that a stream is filtered by; null where there is no filter.
 * @throws Error for a filter by anything else
 */
export function eventNamesOf({ FunctionName, FilterCriteria }: Mapping): string[] | null {
  if (FilterCriteria === undefined) return null;
  return FilterCriteria.Filters.flatMap(({ Pattern }) => {
    const { eventName, ...others } = JSON.parse(Pattern) as { eventName?: unknown };
    if (
      Object.keys(others).length > 0 ||
      !Array.isArray(eventName) ||
      eventName.some((name) => typeof name !== 'string')
    )
      throw new Error(`${FunctionName} filters a stream by more than names of events`);
    return eventName as string[];
  });
}
