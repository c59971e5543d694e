import type { TableName } from '../shared/contract/resources.ts';
import { type Need, union } from '../shared/needs/need.ts';
import { STORE_NEEDS, type StoreName } from '../shared/needs/store-needs.ts';

interface FunctionNeeds {
  /** The stores that the function opens: those of its `STORES`. */
  opens: readonly StoreName[];
  /** What it needs besides: the objects that it names by key, and settings. */
  also?: Need;
}

const EDITING_STORES: readonly StoreName[] = [
  'videoWriter',
  'versionWriter',
  'documentWriter',
  'storageQuota',
  'purger',
];

const SECTION_EDITING_STORES: readonly StoreName[] = [...EDITING_STORES, 'pluginReader'];

/** What every function needs, by its path under `functions/`. */
export const FUNCTION_NEEDS: Readonly<Record<string, FunctionNeeds>> = {
  'authorizer/authorizer': { opens: ['keyLookup', 'rateLimiter'] },
  'authorizer/console-authorizer': {
    opens: ['identityLookup', 'newAccounts', 'rateLimiter'],
    also: { settings: ['consoleIssuer', 'consoleJwksUrl', 'consoleClientId'] },
  },
  'console/get-account': { opens: ['accountReader', 'accountUse', 'rateReader'] },
  'console/list-keys': { opens: ['keyLists', 'ownedVideos', 'activeKeys'] },
  'console/get-key': { opens: ['keyLists', 'ownedVideos'] },
  'console/create-key': {
    opens: ['keyCreation', 'keyQuota', 'keyPlaces', 'ownedVideos', 'accountReader', 'idempotency'],
  },
  'console/revoke-key': { opens: ['keyRevocation', 'keyPlaces'] },
  'console/search-videos': { opens: ['videoLists', 'urlSigner'] },
  'console/sign-out-everywhere': { opens: ['identitySessions'] },
  'console/get-frames': {
    opens: ['videoReader', 'versionLists', 'mediaFiles'],
    also: { objects: { documents: ['GetObject'] } },
  },
  'console/get-processing': {
    opens: ['videoReader', 'versionLists', 'jobReader', 'jobBacklog'],
    also: { settings: ['detectorModel', 'addedModels', 'clipModel'] },
  },
  'console/restore-version': { opens: [...EDITING_STORES, 'idempotency'] },
  'not-found': { opens: [] },
  'account/whoami': { opens: [] },
  'reference/get-openapi': { opens: [] },
  'reference/get-docs': { opens: [] },
  'reference/get-root': { opens: [] },

  'videos/list-videos': { opens: ['videoLists', 'videoCount', 'urlSigner'] },
  'videos/get-video': { opens: ['videoReader', 'versionLists', 'documentReader', 'urlSigner'] },
  'videos/upload-video': {
    opens: [
      'newVideos',
      'videoRemover',
      'storageUsage',
      'versionWriter',
      'mediaFiles',
      'uploadControl',
      'urlSigner',
      'idempotency',
    ],
    also: { objects: { uploads: ['PutObject', 'AbortMultipartUpload'] } },
  },
  'videos/get-upload': { opens: ['videoReader', 'versionLists', 'arrivedParts', 'urlSigner'] },
  'videos/complete-upload': {
    opens: ['videoWriter', 'versionLists', 'mediaFiles', 'uploadControl', 'purger', 'idempotency'],
    also: { objects: { uploads: ['GetObject'] } },
  },
  'videos/delete-video': { opens: ['videoReader', 'versionWriter', 'purger'] },

  'metadata/get-metadata': { opens: ['videoReader', 'versionReader', 'documentReader'] },
  'metadata/patch-metadata': { opens: SECTION_EDITING_STORES },
  'metadata/list-versions': { opens: ['videoReader', 'versionLists'] },
  'metadata/export-video': {
    opens: ['videoReader', 'versionLists', 'documentReader', 'mediaFiles', 'urlSigner', 'purger'],
    also: {
      objects: {
        uploads: ['GetObject'],
        exports: ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
      },
    },
  },

  'objects/list-objects': { opens: ['videoReader', 'versionLists', 'documentReader', 'surfaceReader'] },
  'objects/patch-object': { opens: EDITING_STORES },
  'objects/delete-object': { opens: EDITING_STORES },
  'objects/create-surface': {
    opens: [
      ...EDITING_STORES,
      'mediaFiles',
      'surfaceStarts',
      'surfaceQuota',
      'surfacePlaces',
      'detectionQueue',
      'idempotency',
    ],
  },

  'processing/start-processing': {
    opens: [
      'videoReader',
      'versionLists',
      'jobControl',
      'jobQuota',
      'jobBacklog',
      'mediaFiles',
      'detectionQueue',
      'purger',
      'idempotency',
    ],
    also: {
      objects: { documents: ['GetObject'] },
      settings: ['detectorModel', 'addedModels', 'clipModel'],
    },
  },
  'processing/get-processing-status': {
    opens: ['videoReader', 'versionLists', 'jobReader', 'jobBacklog'],
    also: { settings: ['detectorModel', 'addedModels'] },
  },
  'processing/cancel-processing': {
    opens: ['videoReader', 'versionLists', 'jobControl', 'purger', 'idempotency'],
    also: { settings: ['detectorModel', 'addedModels'] },
  },

  'projects/list-projects': { opens: ['videoLists'] },
  'projects/get-project': { opens: ['videoReader', 'versionLists', 'documentReader'] },
  'projects/apply-changes': { opens: [...SECTION_EDITING_STORES, 'idempotency'] },
  'projects/install-plugin': {
    opens: ['videoReader', 'versionLists', 'pluginInstaller', 'purger', 'idempotency'],
  },

  'ingest/ingest': {
    opens: [
      'videoWriter',
      'versionWriter',
      'documentWriter',
      'storageUsage',
      'mediaFiles',
      'jobClaims',
      'jobQuota',
      'detectionOutbox',
      'deliveries',
      'purger',
    ],
    also: {
      objects: { uploads: ['GetObject'], thumbnails: ['PutObject'] },
      settings: ['detectorModel', 'addedModels'],
    },
  },
  'ingest/dead-letters': {
    opens: ['videoWriter', 'jobClaims', 'purger'],
    also: { settings: ['detectorModel', 'addedModels'] },
  },
  'detector/detector': {
    opens: [
      'videoWriter',
      'versionWriter',
      'documentWriter',
      'storageUsage',
      'mediaFiles',
      'jobWriter',
      'jobPlaces',
      'surfaceWriter',
      'surfacePlaces',
      'workers',
      'detectionOutbox',
      'deliveries',
      'purger',
    ],
    also: {
      objects: {
        uploads: ['GetObject'],
        jobs: ['GetObject', 'PutObject'],
        surfaces: ['GetObject', 'PutObject'],
      },
      settings: ['addedModels'],
    },
  },
  'detector/dead-letters': { opens: ['jobWriter', 'jobPlaces', 'surfaceWriter', 'surfacePlaces'] },
  'relay/relay': { opens: ['relayedItems', 'detectionQueue', 'messageVisibility'] },
  'sweeper/sweeper': {
    opens: [
      'videoSweeper',
      'versionSweeper',
      'jobSweeper',
      'surfaceSweeper',
      'mediaFiles',
      'ingestQueue',
      'detectionQueue',
      'outboxSweeper',
      'purger',
    ],
    also: {
      objects: {
        uploads: ['GetObject'],
        documents: ['GetObject'],
        removed: ['PutObject'],
        exports: ['AbortMultipartUpload'],
      },
      listsUploads: true,
    },
  },
};

/** The permissions of every function, by its path under `functions/`: the union of what its stores need and the rest. */
export const GRANTS: Readonly<Record<string, Required<Need>>> = Object.fromEntries(
  Object.entries(FUNCTION_NEEDS).map(([key, { opens, also = {} }]) => [
    key,
    union(...opens.map((name) => STORE_NEEDS[name]), also),
  ]),
);

/** The tables that functions may do something with. */
export const tablesOf = (...keys: readonly string[]): TableName[] => [
  ...new Set(keys.flatMap((key) => Object.keys(GRANTS[key]?.tables ?? {}) as TableName[])),
];
