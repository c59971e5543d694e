import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { defineApp } from '../lib/app.ts';
import { readConfig } from '../lib/config.ts';
import { deployedModels } from '../lib/deployed-models.ts';
import { isSetUpFault, UnbuiltConsole } from '../lib/set-up-fault.ts';
import { consoleFolder } from '../local/site/build/console-build.ts';

const weightsDir = path.resolve(import.meta.dirname, '../models/weights');
try {
  const app = new App();
  const models = await deployedModels(readConfig(app.node), weightsDir);
  const folder = await consoleFolder(process.env).catch((error: Error) => {
    throw new UnbuiltConsole(`The console could not be built: ${error.message}`, { cause: error });
  });
  const { service } = defineApp(app, { models, consoleFolder: folder });
  for (const note of service.notes) console.error(note);
} catch (error) {
  if (!isSetUpFault(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
