import type { Environment } from '../../kernel/runtime/environment.ts';
import { openErasedAccounts } from '../../stores/erasure/erased-accounts.ts';
import { type MediaFiles, openMediaFiles } from '../../stores/files/media-files.ts';
import { type ObjectHistory, openObjectHistory } from '../../stores/restore/object-history.ts';
import { openTableCopies, type TableCopies } from '../../stores/restore/table-copies.ts';

/** What a restore works on. No function opens these. */
export interface RestoreStores {
  readonly copies: TableCopies;
  readonly history: ObjectHistory;
  readonly files: Pick<MediaFiles, 'list' | 'deleteMany' | 'deleteAll'>;
  readonly erased: Pick<ReturnType<typeof openErasedAccounts>, 'since'>;
  readonly environment: Environment;
}

export const openRestoreStores = (environment: Environment): RestoreStores => ({
  copies: openTableCopies(environment),
  history: openObjectHistory(environment),
  files: openMediaFiles(environment),
  erased: openErasedAccounts(environment),
  environment,
});
