import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { defineApp } from '../lib/app.ts';
import { readConfig } from '../lib/config.ts';
import { deployedModels } from '../lib/deployed-models.ts';
import { isSetUpFault } from '../lib/set-up-fault.ts';

const weightsDir = path.resolve(import.meta.dirname, '../models/weights');
try {
  const app = new App();
  defineApp(app, await deployedModels(readConfig(app.node), weightsDir));
} catch (error) {
  if (!isSetUpFault(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
