import { openOnce } from '../../shared/kernel/runtime/openers.ts';
import { sweep } from '../../shared/service/sweep/sweep.ts';
import { SWEEPER_STORES } from '../../shared/service/sweep/sweeper-stores.ts';

export const STORES = SWEEPER_STORES;

const open = openOnce(STORES);

/** Runs on a schedule. */
export const handler = (): Promise<void> => sweep(open());
