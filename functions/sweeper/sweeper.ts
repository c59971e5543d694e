import { sweeper } from '../../shared/contract/sweeper.ts';
import { openOnce } from '../../shared/kernel/runtime/store-factories.ts';
import { sweep } from '../../shared/service/sweep/sweep.ts';
import { SWEEPER_STORES } from '../../shared/service/sweep/sweeper-stores.ts';
import { storeFactoriesOf } from '../../shared/stores/store-factory.ts';

const open = openOnce(storeFactoriesOf(sweeper, SWEEPER_STORES));

/** Runs on a schedule. */
export const handler = (): Promise<void> => sweep(open());
