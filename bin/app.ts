import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { defineApp } from '../lib/app.ts';
import { readConfig } from '../lib/config.ts';
import { deployedModels } from '../lib/deployed-models.ts';

const app = new App();
defineApp(
  app,
  await deployedModels(readConfig(app.node), path.resolve(import.meta.dirname, '../models/weights')),
);
