import path from 'node:path';
import { externalStores } from '../../../local/external-stores.ts';

/**
 * The stores to test against in place of the embedded ones, named by the variables that the service takes, too. Read
 * before a service sets the process's own.
 */
export const external = externalStores(process.env);

/** Names of resources on stores that other tests use, too; a service that starts again on its folder finds its own. */
export const resourcePrefix = (dataDir: string): string => path.basename(dataDir).toLowerCase();
