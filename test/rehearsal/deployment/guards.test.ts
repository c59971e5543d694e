/** What the rehearsal is for: each permission or guard that is taken from the templates shows. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Deployment, deploy } from '../../../rehearsal/deployment/deploy.ts';
import { functionOf, queueOf, send, takeMessages } from '../../../rehearsal/flow/queues.ts';
import { type Rehearsed, rehearse } from '../../../rehearsal/flow/rehearsed.ts';
import { refusals } from '../../../rehearsal/flow/steps/refusals.ts';
import { readRestApi } from '../../../rehearsal/gateway/rest-api.ts';
import { listOf, type PolicyDocument, type Statement } from '../../../rehearsal/policies/policy.ts';
import { resolveStacks } from '../../../rehearsal/template/resolve.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';
import {
  readStacks,
  type SynthesizedStack,
  type TemplateResource,
} from '../../../rehearsal/template/stacks.ts';
import { explain } from '../../../rehearsal/unused-permissions.ts';
import { ingest, uploadNotificationOf } from '../../../shared/contract/messages.ts';
import { QUEUES } from '../../../shared/contract/resources.ts';
import { synthesize } from '../../lib/synthesized.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { bundledCode } from './bundled-code.ts';

vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

/** What `cdk synth` writes into the templates besides: the paths of constructs and assets. */
const AS_BY_CDK = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

/** Nobody signs in here. */
const ISSUER = 'https://issuer.invalid';

let stacks: SynthesizedStack[];
let assembly: string;

beforeAll(async () => {
  assembly = synthesize(AS_BY_CDK).app.synth().directory;
  stacks = await readStacks(assembly);
});

type Properties = Record<string, unknown>;

/** The stacks with other properties of the resources that fit by type and logical id; at least one does. */
function changed(
  type: string,
  id: RegExp,
  change: (properties: Properties) => Properties,
): SynthesizedStack[] {
  let count = 0;
  const altered = stacks.map(({ name, template }) => {
    const entries = Object.entries(template.Resources).map(([key, resource]): [string, TemplateResource] => {
      if (resource.Type !== type || !id.test(key)) return [key, resource];
      count += 1;
      return [key, { ...resource, Properties: change({ ...resource.Properties }) }];
    });
    return { name, template: { ...template, Resources: Object.fromEntries(entries) } };
  });
  expect(count).toBeGreaterThan(0);
  return altered;
}

/** The stacks with another body of the API. */
const changedBody = (change: (body: Properties) => Properties): SynthesizedStack[] =>
  changed('AWS::ApiGateway::RestApi', /./, (properties) => ({
    ...properties,
    Body: change(properties.Body as Properties),
  }));

const statements =
  (policy: string, change: (statement: Statement) => Statement) => (properties: Properties) => {
    const document = properties[policy] as PolicyDocument;
    return { ...properties, [policy]: { ...document, Statement: document.Statement.map(change) } };
  };

/** Changes every statement that stands in a role. */
const inlineStatements = (change: (statement: Statement) => Statement) => (properties: Properties) => ({
  ...properties,
  Policies: (properties.Policies as Properties[]).map(statements('PolicyDocument', change)),
});

const without =
  (action: string) =>
  (statement: Statement): Statement => ({
    ...statement,
    Action: listOf(statement.Action).filter((one) => one !== action),
  });

async function deployed(altered: readonly SynthesizedStack[]): Promise<Deployment> {
  const folder = await temporaryFolder('rehearsal');
  const codeOf = bundledCode(assembly, folder);
  const deployment = await deploy({ stacks: altered, codeOf, issuer: ISSUER, folder, log: () => {} });
  afterFile(deployment.close);
  return deployment;
}

/** With a caller, whose key an operator has made. */
const rehearsed = async (altered: readonly SynthesizedStack[]): Promise<Rehearsed> =>
  rehearse(await deployed(altered), { clip: new Uint8Array(10), tokenFor: async () => '' });

/** Has the ingest receive a message, and once more when time has passed. @returns how often it was called */
async function receiveTwice(deployment: Deployment, body: string): Promise<number> {
  const worker = functionOf(deployment, 'ingest/ingest');
  await send(deployment, queueOf(deployment, worker), [body]);
  await deployment.rest();
  deployment.advanceQueues(QUEUES.ingest.visibilityTimeout * 1000);
  await deployment.rest();
  const used = await deployment.use();
  return used.find(({ name }) => name === worker.ref)?.invocations ?? 0;
}

test('an authorizer that may not read the keys', { tags: 'long' }, async () => {
  const lacking = changed(
    'AWS::IAM::Role',
    /^authorizerauthorizerrole/,
    inlineStatements(without('dynamodb:GetItem')),
  );
  const { deployment, fetch } = await rehearsed(lacking);
  expect((await fetch('api/v1/whoami')).status).toBe(500);
  expect(deployment.access.denials).toEqual([
    expect.stringMatching(/authorizer: dynamodb:GetItem on .*\/vms-dev-data-keys/),
  ]);
  expect(deployment.failures).toEqual([expect.stringContaining('AUTHORIZER_FAILURE')]);
});

test('a function that API Gateway may not call', async () => {
  const isWhoami = (resource: unknown) => JSON.stringify(resource).includes('whoami');
  const nobody = changed(
    'AWS::IAM::Policy',
    /^HttpCaller/,
    statements('PolicyDocument', (statement) => ({
      ...statement,
      Resource: listOf(statement.Resource).filter((resource) => !isWhoami(resource)),
    })),
  );
  const { deployment, fetch } = await rehearsed(nobody);
  expect((await fetch('api/v1/whoami')).status).toBe(500);
  expect(deployment.access.denials).toEqual([expect.stringMatching(/^apigateway.*InvokeFunction.*whoami/)]);
});

test('a role of the gateway that does not trust it', { tags: 'long' }, async () => {
  const untrusting = changed(
    'AWS::IAM::Role',
    /^HttpCaller/,
    statements('AssumeRolePolicyDocument', without('sts:AssumeRole')),
  );
  const { deployment, fetch } = await rehearsed(untrusting);
  expect((await fetch('api/v1/whoami')).status).toBe(500);
  expect(deployment.access.denials).toContainEqual(
    expect.stringMatching(/^apigateway.*sts:AssumeRole .*the role does not trust the caller/),
  );
});

test('a signer that trusts nobody', { tags: 'long' }, async () => {
  const untrusting = changed(
    'AWS::IAM::Role',
    /^UrlSigner/,
    statements('AssumeRolePolicyDocument', without('sts:AssumeRole')),
  );
  const { deployment, fetch } = await rehearsed(untrusting);
  const announced = await fetch('api/videos/upload', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileName: 'clip.mp4', fileSize: 10 }),
  });
  expect(announced.status).toBe(500);
  expect(deployment.access.denials).toContainEqual(
    expect.stringMatching(/upload-video: sts:AssumeRole .*the role does not trust the caller/),
  );
});

test('an endpoint of the network that leads to no table', { tags: 'long' }, async () => {
  const closed = changed(
    'AWS::EC2::VPCEndpoint',
    /Tables/,
    statements('PolicyDocument', without('dynamodb:*')),
  );
  const deployment = await deployed(closed);
  await receiveTwice(deployment, JSON.stringify(uploadNotificationOf('uploads/account/video')));
  expect(deployment.access.denials).toContainEqual(
    expect.stringMatching(/ingest-ingest: dynamodb:.*endpoint/),
  );
});

test('a refusal without the header that says how to sign in', { tags: 'long' }, async () => {
  const responses = 'x-amazon-apigateway-gateway-responses';
  const bare = changedBody((body) => ({
    ...body,
    [responses]: Object.fromEntries(
      Object.entries(body[responses] as Properties).map(([type, response]) => [
        type,
        /^(UNAUTHORIZED|ACCESS_DENIED)$/.test(type)
          ? { ...(response as Properties), responseParameters: {} }
          : response,
      ]),
    ),
  }));
  await expect(refusals.run(await rehearsed(bare))).rejects.toThrow('WWW-Authenticate');
});

test('a queue whose failed messages are not reported one by one', { tags: 'long' }, async () => {
  const silent = changed(
    'AWS::Lambda::EventSourceMapping',
    /^ingestingest/,
    ({ FunctionResponseTypes: _, ...kept }) => kept,
  );
  expect(await receiveTwice(await deployed(silent), 'x')).toBe(1);
});

/** Stores an object as an upload. @returns what then waits for the ingest */
async function waitingAfterUpload(deployment: Deployment): Promise<string[]> {
  await deployment.pause(functionOf(deployment, 'ingest/ingest').ref);
  const { endpoints, credentials, region } = deployment.stores;
  const s3 = new S3Client({ endpoint: endpoints.s3, region, credentials, forcePathStyle: true });
  const [bucket] = deployment.resources.of('AWS::S3::Bucket');
  await s3.send(new PutObjectCommand({ Bucket: bucket?.ref, Key: 'uploads/account/video', Body: 'x' }));
  s3.destroy();
  await deployment.rest();
  return takeMessages(deployment, 'ingest/ingest');
}

test('a function that EventBridge may not call: its events wait for the ingest as they are', async () => {
  const closed = changed('AWS::Lambda::Permission', /^Uploads/, (properties) => ({
    ...properties,
    Principal: 'sns.amazonaws.com',
  }));
  const deployment = await deployed(closed);
  const waiting = await waitingAfterUpload(deployment);
  expect(waiting.map((body) => ingest.message.parse(JSON.parse(body)))).toEqual([
    { keys: ['uploads/account/video'] },
  ]);
  expect(deployment.access.denials).toEqual([
    expect.stringMatching(/^events.*InvokeFunction.*ingest-announce/),
  ]);
});

test('a function that may not send what it announces, nor may Lambda for it: the event is lost', {
  tags: 'long',
}, async () => {
  const mute = changed('AWS::IAM::Role', /^ingestannouncerole/, inlineStatements(without('sqs:SendMessage')));
  const deployment = await deployed(mute);
  expect(await waitingAfterUpload(deployment)).toEqual([]);
  expect(deployment.failures.at(-1)).toContain('uploads/account/video is lost');
});

test('an authorizer whose answers are kept, so that a revoked key goes on working', () => {
  const altered = changedBody(
    (body) =>
      JSON.parse(
        JSON.stringify(body).replaceAll(
          '"authorizerResultTtlInSeconds":0',
          '"authorizerResultTtlInSeconds":300',
        ),
      ) as Properties,
  );
  const keeping = altered.filter(
    ({ template }) =>
      !Object.values(template.Resources).some(({ Type }) => Type.startsWith('AWS::CloudFront')),
  );
  const place = { region: 'us-east-1', accountId: '111122223333', issuer: ISSUER, queueOrigin: '' };
  expect(() => readRestApi(new Resources(resolveStacks(keeping, place)))).toThrow('whose answers are kept');
});

test('a permission that nothing uses, and that nobody has explained', async () => {
  const more = changed(
    'AWS::IAM::Role',
    /^authorizerauthorizerrole/,
    inlineStatements((statement) => ({
      ...statement,
      Action: [...listOf(statement.Action), 'dynamodb:DeleteTable'],
    })),
  );
  const { access } = await deployed(more);
  expect(explain(access.unused()).unexplained).toContainEqual(
    expect.stringMatching(/authorizer.*dynamodb:DeleteTable keys/),
  );
});
