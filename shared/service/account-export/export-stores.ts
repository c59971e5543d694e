import { accountExport } from '../../contract/account-export.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionReader } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobReader } from '../../stores/jobs/jobs.ts';
import { openPluginLists } from '../../stores/plugins.ts';
import { storeFactoriesOf } from '../../stores/store-factory.ts';
import { openSurfaceReader } from '../../stores/surfaces.ts';
import { openAccountVideos } from '../../stores/videos/video-lists.ts';

/** What an export of an account reads. No function opens these. */
export const EXPORT_STORES = storeFactoriesOf(accountExport, {
  videos: openAccountVideos,
  versions: openVersionReader,
  documents: openDocumentReader,
  jobs: openJobReader,
  surfaces: openSurfaceReader,
  plugins: openPluginLists,
  files: openMediaFiles,
});

export type ExportStores = Opened<typeof EXPORT_STORES>;
