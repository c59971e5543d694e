import { erasure } from '../../contract/erasure.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { type Opened, openAll } from '../../kernel/runtime/store-factories.ts';
import { openVersionErasure } from '../../stores/documents/versions.ts';
import { openAccountItems } from '../../stores/erasure/account-items.ts';
import { openErasedAccounts } from '../../stores/erasure/erased-accounts.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openIdentityErasure } from '../../stores/identities.ts';
import { type ObjectHistory, openObjectHistory } from '../../stores/restore/object-history.ts';
import { storeFactoriesOf } from '../../stores/store-factory.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openAccountVideos } from '../../stores/videos/video-lists.ts';

const STORES = storeFactoriesOf(erasure, {
  erased: openErasedAccounts,
  items: openAccountItems,
  identities: openIdentityErasure,
  videos: openAccountVideos,
  versions: openVersionErasure,
  purger: openPurger,
  files: openMediaFiles,
});

/** What an erasure works on. No function opens these. */
export type ErasureStores = Opened<typeof STORES> & { readonly history: ObjectHistory };

export const openErasureStores = (environment: Environment): ErasureStores => ({
  ...openAll(STORES, environment),
  history: openObjectHistory(environment),
});
