/**
 * Checks the templates of both profiles by CloudFormation's linter and the AWS Solutions rules, and those of a pipeline by the linter:
 * `npm run conformance:template`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { defineApp } from '../../lib/app.ts';
import { PipelineStack } from '../../lib/pipeline/pipeline-stack.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { CONSOLE_FOLDER } from '../lib/synthesized.ts';
import { lintTemplates } from './cfn-lint.ts';

/** An old region with everything, and a young one. */
const REGIONS = ['us-east-1', 'eu-central-2'];

const folder = await mkdtemp(path.join(tmpdir(), 'vms-templates-'));
try {
  const profiles = Object.keys(PROFILES).map((profile) => [profile, { profile }] as const);
  const copied = {
    profile: 'production',
    edgeSecret: 2,
    permissionsBoundary: 'boundary',
    replicaBucket: 'vms-replica',
    backupVaultArn: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies',
  };
  const withCopies = ['production, from a pipeline, rotated, with copies elsewhere', copied] as const;
  for (const [name, settings] of [...profiles, withCopies]) {
    const outdir = path.join(folder, name);
    const context = { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], ...settings };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const defined = defineApp(app, { consoleFolder: CONSOLE_FOLDER });
    for (const note of defined.service.notes) console.log(note);
    const stacks = Object.values(defined);
    app.synth();
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    const files = stacks.map((stack) => path.join(outdir, stack.templateFile));
    const found = await lintTemplates(files, REGIONS);
    console.log(`${name}: cdk-nag ${violations.length} violations, cfn-lint ${found.length} findings`);
    for (const { ruleName, violatingResources } of violations)
      console.log(`  ${ruleName} ${JSON.stringify(violatingResources)}`);
    for (const line of found) console.log(`  ${line}`);
    if (violations.length + found.length > 0) process.exitCode = 1;
  }
  const app = new App({ outdir: path.join(folder, 'pipeline'), builtinCloudFormationValidation: false });
  const stages = { repository: 'owner/name', stages: ['dev', 'prod'], provider: '' };
  const { templateFile } = new PipelineStack(app, 'vms-pipeline', stages);
  app.synth();
  const found = await lintTemplates([path.join(folder, 'pipeline', templateFile)], REGIONS);
  console.log(`pipeline: cfn-lint ${found.length} findings`);
  for (const line of found) console.log(`  ${line}`);
  if (found.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
