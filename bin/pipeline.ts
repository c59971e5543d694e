/** What a pipeline needs in an account: `npx cdk deploy --app "node bin/pipeline.ts" -c repository=owner/name -c stages=dev,prod`. */
import { App } from 'aws-cdk-lib';
import { PipelineStack } from '../lib/pipeline/pipeline-stack.ts';
import { isSetUpFault, UnusableSetting } from '../lib/set-up-fault.ts';

try {
  const app = new App();
  const setting = (name: string, fallback?: string): string => {
    const value: unknown = app.node.tryGetContext(name) ?? fallback;
    if (typeof value !== 'string') throw new UnusableSetting(`-c ${name}=… is missing`);
    return value;
  };
  const repository = setting('repository');
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new UnusableSetting(`-c repository=${repository} must be owner/name`);
  const stages = setting('stages').split(',');
  new PipelineStack(app, 'vms-pipeline', { repository, stages, provider: setting('provider', '') });
} catch (error) {
  if (!isSetUpFault(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
