import { expect, test } from 'vitest';
import { OPERATOR_VARIABLES, outputName } from '../../shared/contract/operator-variables.ts';
import { DEAD_LETTERS, MEDIA_BUCKET, PARKED, QUEUES, TABLES } from '../../shared/contract/resources.ts';
import { idOf, logicalId, propertiesOf, synthesize } from './synthesized.ts';

const synthesized = synthesize({ stage: 'prod', keyPrefix: 'acme' });
const { data, service } = synthesized;

const outputs = service.toJSON().Outputs as Record<string, { Value: unknown }>;
const outputOf = (variable: string): unknown => outputs[outputName(variable)]?.Value;

test('there is an output for each variable of an operator, under a name of its own', () => {
  for (const variable of OPERATOR_VARIABLES) expect([variable, outputOf(variable)]).not.toContain(undefined);
  expect(new Set(OPERATOR_VARIABLES.map(outputName)).size).toBe(OPERATOR_VARIABLES.length);
});

test('the outputs name the tables, the bucket and the queues that the functions use', () => {
  for (const [name, { env }] of Object.entries(TABLES)) {
    expect(logicalId(outputOf(env), synthesized)).toBe(idOf(data, 'AWS::DynamoDB::GlobalTable', name));
  }
  const queueOf = (env: string) => logicalId(outputOf(env), synthesized);
  expect(queueOf(QUEUES.ingest.env)).toBe(idOf(service, 'AWS::SQS::Queue', 'IngestQueue'));
  expect(queueOf(QUEUES.detection.env)).toBe(idOf(service, 'AWS::SQS::Queue', 'DetectionQueue'));
  expect(queueOf(PARKED.ingest.env)).toBe(idOf(service, 'AWS::SQS::Queue', 'IngestQueueParked'));
  expect(queueOf(PARKED.detection.env)).toBe(idOf(service, 'AWS::SQS::Queue', 'DetectionQueueParked'));
  expect(JSON.stringify(outputOf(MEDIA_BUCKET.env))).toContain('MediaName');
});

test('functions get quotas where the deployment changes them', () => {
  const quotas = '{"free":{"videos":50}}';
  const { Outputs } = synthesize({ quotas }).service.toJSON();
  expect(Outputs.Quotas.Value).toBe(quotas);
  expect(outputs).not.toHaveProperty('Quotas');
});

test('the prefix of the keys is an output, so that an operator makes keys that the authorizer knows', () => {
  expect(outputs.KeyPrefix?.Value).toBe('acme');
});

test.each(['IngestQueue', 'DetectionQueue'])(
  'what the consumer of the dead letters of %s cannot take is parked and kept',
  (name) => {
    const type = 'AWS::SQS::Queue';
    const properties = (suffix: string) => propertiesOf(service, type, idOf(service, type, name + suffix));
    const redrive = properties('DeadLetters').RedrivePolicy as {
      deadLetterTargetArn: unknown;
      maxReceiveCount: number;
    };
    expect(logicalId(redrive.deadLetterTargetArn, synthesized)).toBe(idOf(service, type, `${name}Parked`));
    expect(redrive.maxReceiveCount).toBe(DEAD_LETTERS.maxReceiveCount);
    expect(properties('Parked').MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  },
);
