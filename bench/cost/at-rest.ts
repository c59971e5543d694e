import { MEMORY } from '../../lib/memory.ts';
import type { MeasuredUse } from './measure-use.ts';
import { PRICES } from './prices.ts';
import { durationOf, lambdaCost, storesCost, sum } from './request-cost.ts';
import type { ResourcesOf } from './template.ts';

export const HOURS_A_MONTH = 730;

/** Dollars a month at rest. */
export type RestCost = Record<
  'alarms' | 'polling' | 'sweeper' | 'image' | 'dashboard' | 'web ACL' | 'network',
  number
>;

/**
 * Lambda's pollers of an idle queue: it goes down to two, but not where the concurrency is limited
 * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html). Each waits 20 seconds for an answer.
 */
const POLLERS = { limited: 5, unlimited: 2 } as const;
const POLLS_A_MONTH = (HOURS_A_MONTH * 3600) / 20;

/** GB in the registry, compressed: packages and code 0.08, and the base image for the rest. */
export const IMAGE_GB = 0.25;

const perMillion = (times: number, dollars: number): number => (times * dollars) / 1e6;

/** Runs of `rate(n minutes)` in a month. */
function runsOf({ ScheduleExpression }: Record<string, unknown>): number {
  const minutes = /^rate\((\d+) minutes\)$/.exec(String(ScheduleExpression))?.[1];
  if (minutes === undefined) throw new Error(`Not understood: ${ScheduleExpression}`);
  return (HOURS_A_MONTH * 60) / Number(minutes);
}

/** An alarm is paid for by the metrics that it watches. */
const metricsOf = ({ Metrics }: Record<string, unknown>): number =>
  Metrics === undefined ? 1 : (Metrics as object[]).filter((query) => 'MetricStat' in query).length;

/** What the stacks cost while nothing happens, counted in their templates. */
export function restCost(resourcesOf: ResourcesOf, { sweep }: Pick<MeasuredUse, 'sweep'>): RestCost {
  const pollers = resourcesOf('AWS::Lambda::EventSourceMapping')
    // That Lambda reads the stream of a table costs nothing.
    .filter(({ StartingPosition }) => StartingPosition === undefined)
    .map(({ ScalingConfig }) => (ScalingConfig === undefined ? POLLERS.unlimited : POLLERS.limited));
  const rules = resourcesOf('AWS::WAFv2::WebACL').map(({ Rules }) => (Rules as unknown[]).length);
  const zones = resourcesOf('AWS::EC2::VPCEndpoint')
    .filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface')
    .map(({ SubnetIds }) => (SubnetIds as unknown[]).length);
  const schedules = resourcesOf('AWS::Events::Rule').filter(({ EventPattern }) => EventPattern === undefined);
  const sweeps = sum(schedules.map(runsOf));
  return {
    alarms: sum(resourcesOf('AWS::CloudWatch::Alarm').map(metricsOf)) * PRICES.alarm,
    polling: perMillion(sum(pollers) * POLLS_A_MONTH, PRICES.sqsRequests),
    sweeper: perMillion(sweeps, lambdaCost(durationOf(sweep), MEMORY.sweeper) + sum(storesCost(sweep))),
    image: IMAGE_GB * PRICES.registryStorage,
    dashboard: resourcesOf('AWS::CloudWatch::Dashboard').length * PRICES.dashboard,
    'web ACL':
      rules.length * PRICES.webAcl +
      sum(rules) * PRICES.webAclRule +
      // The one that CloudFront shows it.
      resourcesOf('AWS::SecretsManager::Secret').length * PRICES.secret,
    network: sum(zones) * PRICES.interfaceEndpointHour * HOURS_A_MONTH,
  };
}
