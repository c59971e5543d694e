import {
  compareVersions,
  exportVideo,
  getMetadata,
  listVersions,
  MERGE_PATCH_TYPE,
  patchMetadata,
  restoreVersion,
} from '../../routes/metadata.ts';
import { documented } from './documented.ts';
import {
  ANCHORED_OVERLAY,
  CREATED_AT,
  DOCUMENT,
  DOWNLOAD_URL,
  KEY_ID,
  MODEL,
  OVERLAY,
  UPDATED_AT,
  VIDEO_ID,
} from './samples.ts';

export const metadataDocumentation = [
  documented(getMetadata, {
    description:
      'The `ETag` of the answer is the version of the document. Send it with a later write as `If-Match`, and the ' +
      'write cannot overwrite changes made in between. Versions written by earlier releases of the service are ' +
      'returned in the current `schemaVersion`.\n\n' +
      'A part of the document is read alone, for less time and transfer: `?sections=layers,variables` answers with an object of ' +
      'these members and `schemaVersion`, `?path=/layers/titles` with the value there, or with 404 `PATH_NOT_FOUND`. ' +
      'Objects come with their tracks. What generators read leaves both out, since the answer is of another type.',
    params: { id: VIDEO_ID },
    response: DOCUMENT,
  }),
  documented(patchMetadata, {
    description:
      'Objects merge member by member, and `null` removes a member (RFC 7396). `layers`, the `overlays` of a layer, ' +
      '`variables` and `rules` merge by `id`: a known id is merged, an unknown one is appended, one without an id ' +
      'is appended under a new id, and `{"id": "…", "$delete": true}` is removed. Other arrays are replaced. ' +
      'Unknown members are kept.\n\n' +
      '`schemaVersion` and `videoDetails` are read-only; below `objects` only `userLabel`, `customData` and the ' +
      'removal of an object are accepted. A document whose `schemaVersion` is newer than the service knows cannot be ' +
      'changed. Every successful patch makes exactly one new version.\n\n' +
      'As `application/merge-patch+json` the body merges strictly by RFC 7396, which replaces arrays as a whole; as ' +
      '`application/json-patch+json` it is a list of operations of RFC 6902, applied all or none. Every list of ' +
      'operations, and a strict merge that contains an array, must name the version it is made for.',
    params: { id: VIDEO_ID },
    body: { layers: [{ id: 'titles', overlays: [OVERLAY, ANCHORED_OVERLAY, { id: 't0', $delete: true }] }] },
    alternatives: {
      [MERGE_PATCH_TYPE]: { variables: [{ id: 'speed', value: 3.8 }] },
      'application/json-patch+json': [{ op: 'replace', path: '/variables/0/value', value: 3.8 }],
    },
    response: { success: true, version: 8, updatedAt: UPDATED_AT },
  }),
  documented(listVersions, {
    params: { id: VIDEO_ID },
    query: { before: '8', limit: '2' },
    response: {
      versions: [
        {
          version: 7,
          createdAt: UPDATED_AT,
          description: 'Metadata edited: overlay “Title” changed',
          author: { kind: 'key', id: KEY_ID, name: 'Captions' },
        },
        {
          version: 6,
          createdAt: CREATED_AT,
          description: `Objects detected with ${MODEL}: 4 new, 0 kept, 0 removed`,
        },
      ],
      currentVersion: 9,
    },
  }),
  documented(restoreVersion, {
    description:
      'All that the older version has is taken over: removed objects and earlier tracks come back, which no other ' +
      'change can write. The version that it takes the place of must be named by `If-Match` or `baseVersion`, and stays in ' +
      'the history.',
    params: { id: VIDEO_ID, version: '1' },
    query: { baseVersion: '7' },
    response: { success: true, version: 8, updatedAt: UPDATED_AT },
  }),
  documented(compareVersions, {
    description:
      'What must be changed in the first version to get the second, as deep as they are alike; entries of lists are compared by ' +
      'their `id`. Of tracks only that they changed is listed: `GET …/objects/{objectId}?version=3` has one.',
    params: { id: VIDEO_ID, version: '1...2' },
    response: {
      from: 1,
      to: 2,
      changes: [{ path: '/variables/speed/value', kind: 'changed', before: 4.2, after: 3.8 }],
      total: 1,
    },
  }),
  documented(exportVideo, {
    description:
      '`native` is the uploaded file with the metadata embedded: not re-encoded, and playable everywhere as before. ' +
      'Uploading it again restores the metadata as version 1 of the new video. The URL needs no key and is valid until ' +
      '`expiresAt`.',
    params: { id: VIDEO_ID },
    query: { format: 'native' },
    response: { downloadUrl: DOWNLOAD_URL, expiresAt: '2026-11-21T10:42:17.000Z', fileSize: 7_343_918 },
  }),
];
