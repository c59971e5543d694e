import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, test } from 'vitest';
import { findDeployedService } from '../../../bin/deploying/deployed-service.ts';

/** A client whose calls are answered without a network. */
function answering(answer: () => object): CloudFormationClient {
  const client = new CloudFormationClient({ region: 'eu-central-1' });
  client.middlewareStack.add(() => async () => ({ output: { $metadata: {}, ...answer() }, response: {} }), {
    step: 'initialize',
  });
  return client;
}

const withOutputs = (outputs: Record<string, string>) =>
  answering(() => ({
    Stacks: [
      {
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  }));

test('a deployed service names its address and the alarms that judge a release', async () => {
  const client = withOutputs({
    ApiUrl: 'https://x.example/prod',
    ReleaseAlarms: 'arn:a,arn:b',
    EdgeSecretGeneration: '2',
  });
  expect(await findDeployedService('vms-prod', client)).toEqual({
    apiUrl: 'https://x.example/prod',
    alarms: ['arn:a', 'arn:b'],
    edgeSecret: 2,
  });
});

test('a service of an early release, or without a web ACL, names neither alarms nor the generation of its secret', async () => {
  expect(await findDeployedService('vms-prod', withOutputs({ ApiUrl: 'https://x.example' }))).toEqual({
    apiUrl: 'https://x.example',
    alarms: [],
    edgeSecret: null,
  });
});

test('a stack that is missing is no service', async () => {
  const missing = answering(() => {
    throw new Error('Stack with id vms-prod does not exist');
  });
  expect(await findDeployedService('vms-prod', missing)).toBe(null);
});

test('what CloudFormation refuses is no missing stack', async () => {
  const refused = answering(() => {
    throw new Error('The security token included in the request is expired');
  });
  await expect(findDeployedService('vms-prod', refused)).rejects.toThrow('expired');
});
