import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readConfig } from './config.ts';
import { DataStack } from './data-stack.ts';
import { BUILT_IN_MODEL } from './deployed-models.ts';
import { ServiceStack } from './service-stack.ts';

/**
 * The two stacks of a stage. What must outlive a deployment is in the first; the second is replaceable.
 * @param models those that the settings choose (`deployedModels`)
 */
export function defineApp(app: App, models = BUILT_IN_MODEL): { data: DataStack; service: ServiceStack } {
  const config = readConfig(app.node);
  const data = new DataStack(app, `vms-${config.stage}-data`, { config });
  const service = new ServiceStack(app, `vms-${config.stage}`, { config, data, models });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, service };
}
