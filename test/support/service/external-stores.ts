import path from 'node:path';
import { externalStores } from '../../../local/stores/external-stores.ts';

/**
 * The stores to test against instead of the embedded ones, named by the same variables as for the service. Read before
 * a service sets those of the process.
 */
export const external = externalStores(process.env);

/** Prefix of resource names on shared stores; a service that restarts on its folder gets the same. */
export const resourcePrefix = (dataDir: string): string => path.basename(dataDir).toLowerCase();
