/** Checks the templates of both profiles by CloudFormation's linter and the AWS Solutions rules: `npm run conformance:template`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { defineApp } from '../../lib/app.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { CONSOLE_FOLDER } from '../lib/synthesized.ts';
import { lintTemplates } from './cfn-lint.ts';

/** An old region with everything, and a young one. */
const REGIONS = ['us-east-1', 'eu-central-2'];

const folder = await mkdtemp(path.join(tmpdir(), 'vms-templates-'));
try {
  for (const profile of Object.keys(PROFILES)) {
    const outdir = path.join(folder, profile);
    const context = { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], profile };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const defined = defineApp(app, { consoleFolder: CONSOLE_FOLDER });
    for (const note of defined.service.notes) console.log(note);
    const stacks = Object.values(defined);
    app.synth();
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    const files = stacks.map((stack) => path.join(outdir, stack.templateFile));
    const found = await lintTemplates(files, REGIONS);
    console.log(`${profile}: cdk-nag ${violations.length} violations, cfn-lint ${found.length} findings`);
    for (const { ruleName, violatingResources } of violations)
      console.log(`  ${ruleName} ${JSON.stringify(violatingResources)}`);
    for (const line of found) console.log(`  ${line}`);
    if (violations.length + found.length > 0) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
