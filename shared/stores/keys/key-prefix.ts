import { SETTINGS } from '../../contract/resources.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';

const DEFAULT_PREFIX = 'vms';

/** The first part of every secret of this deployment. */
export const keyPrefix = (environment: Environment): string =>
  environment.variables[SETTINGS.keyPrefix] || DEFAULT_PREFIX;
