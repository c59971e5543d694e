import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareTemplates, cut, withoutAssets } from '../../../bin/deploying/compare-templates.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const HASH = 'a'.repeat(64);
const bucket = (hash: string, more = {}) => ({
  Resources: { Media: { Type: 'AWS::S3::Bucket', Properties: { Tags: hash, ...more }, Metadata: { hash } } },
});

/** What `cdk synth` leaves of one stack. */
async function synthesized(template: object): Promise<string> {
  const folder = await mkdtemp(path.join(await temporaryFolder('synth'), 'cdk-'));
  const manifest = {
    version: '48.0.0',
    artifacts: {
      'vms-prod-data': {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'vms-prod-data.template.json' },
        displayName: 'vms-prod-data',
      },
    },
  };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'vms-prod-data.template.json'), JSON.stringify(template));
  return folder;
}

test('hashes of assets and metadata are no difference', async () => {
  expect(withoutAssets(JSON.stringify(bucket(HASH)))).toBe(
    withoutAssets(JSON.stringify(bucket('b'.repeat(64)))),
  );
  const [before, after] = [await synthesized(bucket(HASH)), await synthesized(bucket('b'.repeat(64)))];
  expect(await compareTemplates(before, after)).toMatch(/`vms-prod-data`: nothing/);
});

test('a change is told as the CDK tells it, with what is replaced', async () => {
  const before = await synthesized(bucket(HASH));
  const text = await compareTemplates(before, await synthesized(bucket(HASH, { BucketName: 'media' })));
  expect(text).toMatch(/<code>vms-prod-data<\/code>/);
  expect(text).toMatch(/AWS::S3::Bucket Media.*replace/);
});

test('a stack that is new is told as a whole', { tags: 'long' }, async () => {
  const before = await temporaryFolder('nothing');
  expect(await compareTemplates(before, await synthesized(bucket(HASH)))).toMatch(
    /\[\+\] AWS::S3::Bucket Media/,
  );
});

test('what is longer than a comment may be is cut', () => {
  expect(cut('short')).toBe('short');
  expect(cut('x'.repeat(70_000))).toMatch(/^x{60000}\n```\n\nThe rest is left out/);
});
