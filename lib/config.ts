import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { readQuotas } from '../shared/contract/quotas.ts';

/** What may differ between deployments. Each value comes from the CDK context (`-c name=value`) or its default. */
export interface Config {
  /** Names the stacks, the functions and the API's stage. */
  stage: string;
  /** First part of an API key's secret. */
  keyPrefix: string;
  /** Origin that browsers may call from; `*` is any (keys travel in a header, never in a cookie). */
  corsOrigin: string;
  /** Id of the detector in `models/manifest.json`; any but the built-in one needs its weights in the image. */
  detectorModel: string;
  /** Text of `models/weights/manifest.json`, which describes further models; empty: there are none. */
  addedModels: string;
  /** Id of the CLIP model in `models/weights/clip`; empty: there is none. */
  clipModel: string;
  /** JSON of the quotas that differ from the defaults, by tier, as `{"free": {"videos": 50}}`. */
  quotas: string;
  /** Detection messages worked on at a time, 2–1000. A new AWS account runs 10 functions at a time in all. */
  detectionConcurrency: number;
  /** Uploads ingested at a time, 2–1000. */
  ingestConcurrency: number;
  /** Days that logs are kept; one of the values CloudWatch Logs knows. */
  logRetentionDays: RetentionDays;
  /** SNS topic told about alarms; empty: alarms only show in CloudWatch. */
  alarmTopicArn: string;
}

/** @throws Error naming the first context value that cannot be used */
export function readConfig(node: Node): Config {
  const text = (name: string, fallback: string, pattern: RegExp): string => {
    const value: unknown = node.tryGetContext(name) ?? fallback;
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new Error(`Context value "${name}" must match ${pattern}: ${JSON.stringify(value)}`);
  };
  const concurrency = (value: number): boolean => value >= 2 && value <= 1000;
  const integer = (name: string, fallback: number, allowed: (value: number) => boolean): number => {
    const value = Number(node.tryGetContext(name) ?? fallback);
    if (Number.isInteger(value) && allowed(value)) return value;
    throw new Error(`Context value "${name}" is not allowed: ${JSON.stringify(node.tryGetContext(name))}`);
  };

  const quotas = (name: string): string => {
    const value = text(name, '', /^(\{.*\})?$/s);
    try {
      readQuotas(value);
      return value;
    } catch (error) {
      throw new Error(`Context value "${name}" is not a table of quotas`, { cause: error });
    }
  };

  return {
    stage: text('stage', 'dev', /^[a-z][a-z0-9]{0,11}$/),
    keyPrefix: text('keyPrefix', 'vms', /^[a-z][a-z0-9]{0,15}$/),
    corsOrigin: text('corsOrigin', '*', /^(\*|https?:\/\/[^\s/'"]+)$/),
    detectorModel: text('detectorModel', 'moving-object', /^[a-z0-9-]+$/),
    addedModels: text('addedModels', '', /^(\s*\{.*\}\s*)?$/s),
    clipModel: text('clipModel', '', /^[a-z0-9-]*$/),
    quotas: quotas('quotas'),
    detectionConcurrency: integer('detectionConcurrency', 2, concurrency),
    ingestConcurrency: integer('ingestConcurrency', 2, concurrency),
    logRetentionDays: integer('logRetentionDays', RetentionDays.ONE_MONTH, (value) => value in RetentionDays),
    alarmTopicArn: text('alarmTopicArn', '', /^(arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+)?$/),
  };
}
