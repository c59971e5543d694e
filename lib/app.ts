import { type App, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfig } from './config.ts';
import { ConsoleStack } from './console-stack.ts';
import { DataStack } from './data-stack.ts';
import { type DeployedModels, SHIPPED_MODEL } from './deployed-models.ts';
import { ServiceStack } from './service-stack.ts';

interface Contents {
  /** Those that the settings choose (`deployedModels`). */
  models?: DeployedModels;
  /** Folder of the built console. */
  consoleFolder: string;
}

/**
 * The stacks of a stage. What must outlive a deployment is in the first; the others are replaceable.
 */
export function defineApp(
  app: App,
  { models = SHIPPED_MODEL, consoleFolder }: Contents,
): { data: DataStack; service: ServiceStack; console: ConsoleStack } {
  const config = readConfig(app.node);
  const data = new DataStack(app, `vms-${config.stage}-data`, { config });
  const service = new ServiceStack(app, `vms-${config.stage}`, { config, data, models });
  const folder = consoleFolder;
  const console = new ConsoleStack(app, `vms-${config.stage}-console`, { config, data, service, folder });
  if (config.permissionsBoundary !== '') {
    for (const stack of [data, service, console]) {
      const boundary = ManagedPolicy.fromManagedPolicyName(stack, 'Boundary', config.permissionsBoundary);
      PermissionsBoundary.of(stack).apply(boundary);
    }
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, service, console };
}
