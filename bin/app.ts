import { App } from 'aws-cdk-lib';
import { defineApp } from '../lib/app.ts';

defineApp(new App());
