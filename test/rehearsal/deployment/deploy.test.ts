/** The short rehearsal: the synthesized stacks, a key and a few calls. `npm run rehearse` makes all of them. */
import { readFile } from 'node:fs/promises';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Deployment, deploy } from '../../../rehearsal/deployment/deploy.ts';
import { unreachedFunctions } from '../../../rehearsal/deployment/unreached-functions.ts';
import { functionOf, queueOf } from '../../../rehearsal/flow/queues.ts';
import { type Rehearsed, rehearse } from '../../../rehearsal/flow/rehearsed.ts';
import { refusals } from '../../../rehearsal/flow/steps/refusals.ts';
import { signedIn } from '../../../rehearsal/flow/steps/signed-in.ts';
import { ingested, uploadInForm } from '../../../rehearsal/flow/uploads.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';
import { readStacks, type SynthesizedStack } from '../../../rehearsal/template/stacks.ts';
import { whoami } from '../../../shared/contract/routes/account.ts';
import { getMetadata, patchMetadata } from '../../../shared/contract/routes/metadata.ts';
import { getVideo } from '../../../shared/contract/routes/videos.ts';
import { synthesize } from '../../lib/synthesized.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { openTestIssuer } from '../../support/identity/open-issuer.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { bundledCode } from './bundled-code.ts';

vi.setConfig({ testTimeout: TIMEOUT, hookTimeout: TIMEOUT });

/** What `cdk synth` writes into the templates besides: the paths of constructs and assets. */
const AS_BY_CDK = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

let stacks: SynthesizedStack[];
let assembly: string;
let rehearsed: Rehearsed;
let issuer: Awaited<ReturnType<typeof openTestIssuer>>;

async function deployed(changed: readonly SynthesizedStack[]): Promise<Deployment> {
  const folder = await temporaryFolder('rehearsal');
  const codeOf = bundledCode(assembly, folder);
  const deployment = await deploy({ stacks: changed, codeOf, issuer: issuer.issuer, folder, log: () => {} });
  afterFile(deployment.close);
  return deployment;
}

beforeAll(async () => {
  assembly = synthesize(AS_BY_CDK).app.synth().directory;
  stacks = await readStacks(assembly);
  const clip = new Uint8Array(await readFile(await shortClip(2)));
  issuer = await openTestIssuer();
  afterFile(issuer.close);
  rehearsed = await rehearse(await deployed(stacks), { clip, tokenFor: issuer.token });
});

test('every function is called by a route, an authorizer, a queue, a schedule or an event', () => {
  const { resources } = rehearsed.deployment;
  expect(unreachedFunctions(resources)).toEqual([]);
  const without = (...types: string[]) =>
    unreachedFunctions(new Resources(resources.all.filter(({ type }) => !types.includes(type))));
  expect(without('AWS::Events::Rule')).toEqual(['vms-dev-ingest-announce', 'vms-dev-sweeper-sweeper']);
  expect(without('AWS::S3::Bucket')).toEqual(['vms-dev-ingest-announce']);
});

test('the gateway refuses what has no key or no route', () => refusals.run(rehearsed));

test('the console answers whoever has signed in, and nobody else', { tags: 'long' }, () =>
  signedIn.run(rehearsed),
);

test('an upload is ingested, edited, read and handed out, and nothing of it is denied', async () => {
  const { client, deployment } = rehearsed;
  const params = { id: await ingested(rehearsed) };
  await client.call(patchMetadata, { params, body: { variables: [{ id: 'speed', value: 1 }] } });
  expect((await client.call(getMetadata, { params })).variables).toEqual([{ id: 'speed', value: 1 }]);
  const { streamUrl } = await client.call(getVideo, { params });
  const range = await fetch(streamUrl, { headers: { Range: 'bytes=0-9' } });
  expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 10]);
  expect(deployment.access.denials).toEqual([]);
  expect(deployment.failures).toEqual([]);
});

test('an upload waits for the ingest in the turn of its account', async () => {
  const { client, deployment } = rehearsed;
  const worker = functionOf(deployment, 'ingest/ingest');
  const resume = await deployment.pause(worker.ref);
  await uploadInForm(rehearsed);
  await deployment.rest();
  const { endpoints, credentials, region } = deployment.stores;
  const sqs = new SQSClient({ endpoint: endpoints.sqs, credentials, region, useQueueUrlAsEndpoint: false });
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueOf(deployment, worker).ref,
      MessageSystemAttributeNames: ['MessageGroupId'],
      VisibilityTimeout: 0,
    }),
  );
  sqs.destroy();
  const { userId } = await client.call(whoami);
  expect(Messages.map(({ Attributes }) => Attributes)).toEqual([{ MessageGroupId: userId }]);
  resume();
  await deployment.settle();
});

test('the sweeper is denied nothing of what it looks through', async () => {
  const { access, fireSchedules } = rehearsed.deployment;
  await fireSchedules();
  expect(access.denials).toEqual([]);
});
