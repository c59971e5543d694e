import type { Client } from '../../client/client.ts';
import { endpointsFor } from '../../shared/contract/audience.ts';
import {
  exportVideo,
  getMetadata,
  listVersions,
  patchMetadata,
  restoreVersion,
} from '../../shared/contract/routes/metadata.ts';
import { listObjects } from '../../shared/contract/routes/object-queries.ts';
import { createSurface, deleteObject, patchObject } from '../../shared/contract/routes/objects.ts';
import {
  cancelProcessing,
  getProcessingStatus,
  startProcessing,
} from '../../shared/contract/routes/processing.ts';
import { applyChanges, getProject, installPlugin } from '../../shared/contract/routes/projects.ts';
import { getDocs, getOpenApi, getRoot } from '../../shared/contract/routes/reference.ts';
import {
  completeUpload,
  deleteVideo,
  getUpload,
  listVideos,
  uploadVideo,
} from '../../shared/contract/routes/videos.ts';
import { createWebhook, deleteWebhook } from '../../shared/contract/routes/webhooks.ts';
import { exampleCalls } from './example-calls.ts';
import { addTrackedObjects, OBJECT_IDS } from './tracked-objects.ts';

/** What earlier calls have created for later ones. */
export interface Subject {
  client: Client;
  /** Paths of routes follow it, also where it has one of its own. */
  apiUrl: string;
  clip: Uint8Array<ArrayBuffer>;
  /** A processed video. */
  video: string;
  revision: number;
  /** An announced upload: its id, and the parts that were sent. */
  announced: string;
  parts: { number: number; etag: string }[];
  /** A key that was made in the console. */
  keyId: string;
  webhookId: string;
  /** Runs the queue-fed functions on their pending messages. */
  workOff(): Promise<void>;
}

/** One for which nothing has been called yet. */
export const newSubject = (given: Pick<Subject, 'client' | 'apiUrl' | 'clip' | 'workOff'>): Subject => ({
  ...given,
  video: '',
  revision: 0,
  announced: '',
  parts: [],
  keyId: '',
  webhookId: '',
});

export interface EndpointCall {
  /** Key of the endpoint. */
  route: string;
  /** Which of several code paths of an endpoint; empty: the usual one. */
  variant?: string;
  /** Sends the request alone. */
  request(subject: Subject): Promise<unknown>;
  /** Creates what the request needs. */
  prepare?(subject: Subject): Promise<void>;
}

const id = ({ video }: Subject) => ({ params: { id: video } });
const variables = [{ id: 'speed', value: 1 }];

/** Brings the document's items as far from a whole number of KB, by which writes are charged, as another machine's track may differ in size. */
const PLAYER = {
  team: 'Riverside',
  number: 7,
  position: 'left wing',
  born: '1998-04-12',
  height: 1.83,
  club: 'since 2019',
  note: 'Wears the captain’s armband in the second half; compare with the lineup of the match sheet before captions are shown.',
};

export async function uploadForm(subject: Subject): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([subject.clip]), 'clip.mp4');
  subject.video = (await subject.client.send(uploadVideo, { body: () => body })).id;
}

/** Where little of it is hidden in the clip: a surface that is lost is searched for in each frame, which takes long. */
const markSurface = ({ client, video }: Subject) =>
  client.call(createSurface, {
    params: { id: video },
    body: {
      name: 'Poster',
      frame: 0,
      corners: [
        { x: 0.7, y: 0.6 },
        { x: 0.98, y: 0.6 },
        { x: 0.98, y: 0.98 },
        { x: 0.7, y: 0.98 },
      ],
    },
  });

async function sendParts(subject: Subject): Promise<void> {
  const { remaining } = await subject.client.call(getUpload, { params: { id: subject.announced } });
  for (const { number, url } of remaining) {
    const { headers } = await fetch(url, { method: 'PUT', body: subject.clip });
    subject.parts.push({ number, etag: headers.get('etag') ?? '' });
  }
}

/** Calls that need something prepared, or are made in several variants, each on what the earlier ones have created. */
const PREPARED: readonly EndpointCall[] = [
  {
    route: uploadVideo.key,
    variant: 'a form',
    request: uploadForm,
  },
  {
    route: uploadVideo.key,
    variant: 'an announcement',
    async request(subject) {
      const announcement = { fileName: 'clip.mp4', fileSize: subject.clip.length };
      const body = JSON.stringify(announcement);
      const headers = { 'Content-Type': 'application/json' };
      subject.announced = (await subject.client.send(uploadVideo, { body: () => body, headers })).id;
    },
  },
  {
    route: getUpload.key,
    request: ({ client, announced }) => client.call(getUpload, { params: { id: announced } }),
  },
  {
    route: completeUpload.key,
    prepare: sendParts,
    request: ({ client, announced, parts }) =>
      client.call(completeUpload, { params: { id: announced }, body: { parts } }),
  },
  {
    route: listVideos.key,
    prepare: ({ workOff }) => workOff(),
    request: ({ client }) => client.call(listVideos),
  },
  { route: getMetadata.key, request: (subject) => subject.client.call(getMetadata, id(subject)) },
  {
    route: patchMetadata.key,
    request: (subject) => subject.client.call(patchMetadata, { ...id(subject), body: { variables } }),
  },
  {
    route: getMetadata.key,
    variant: 'an older version',
    request: (subject) => subject.client.call(getMetadata, { ...id(subject), query: { version: 1 } }),
  },
  { route: listVersions.key, request: (subject) => subject.client.call(listVersions, id(subject)) },
  {
    route: restoreVersion.key,
    async prepare(subject) {
      const body = { variables: [{ id: 'speed', value: 2 }] };
      subject.revision = (await subject.client.call(patchMetadata, { ...id(subject), body })).version;
    },
    request: ({ client, video, revision }) =>
      client.call(restoreVersion, {
        params: { id: video, version: String(revision - 1) },
        ifMatch: revision,
      }),
  },
  {
    route: listVersions.key,
    variant: 'of an author',
    request: (subject) => subject.client.call(listVersions, { ...id(subject), query: { author: 'nobody' } }),
  },
  {
    route: exportVideo.key,
    variant: 'the first of a version',
    request: (subject) => subject.client.call(exportVideo, id(subject)),
  },
  {
    route: exportVideo.key,
    variant: 'again',
    request: (subject) => subject.client.call(exportVideo, id(subject)),
  },
  {
    route: applyChanges.key,
    async prepare(subject) {
      const { client, video } = subject;
      subject.revision = (await client.call(getProject, { params: { videoId: video } })).revision;
    },
    request: ({ client, video, revision: baseRevision }) =>
      client.call(applyChanges, {
        params: { videoId: video },
        body: { baseRevision, changes: [{ op: 'replace', path: '/variables/0/value', value: 2 }] },
      }),
  },
  {
    route: installPlugin.key,
    request: ({ client, video }) =>
      client.call(installPlugin, {
        params: { videoId: video },
        body: { type: 'user:badge', version: '1.0.0', configSchema: { type: 'object' } },
      }),
  },
  {
    route: startProcessing.key,
    // The first job creates the account's counts.
    async prepare(subject) {
      await subject.client.call(startProcessing, id(subject));
      await subject.client.call(cancelProcessing, id(subject));
      await subject.workOff();
    },
    // No detection is that certain, so that every machine finds the same: nothing.
    request: (subject) => subject.client.call(startProcessing, { ...id(subject), body: { confidence: 1 } }),
  },
  {
    route: getProcessingStatus.key,
    request: (subject) => subject.client.call(getProcessingStatus, id(subject)),
  },
  {
    route: listObjects.key,
    async prepare({ video, workOff }) {
      await workOff();
      await addTrackedObjects(video);
    },
    request: (subject) => subject.client.call(listObjects, id(subject)),
  },
  {
    route: patchObject.key,
    request: ({ client, video }) =>
      client.call(patchObject, {
        params: { id: video, objectId: OBJECT_IDS[0] },
        body: { userLabel: 'Ann', customData: PLAYER },
      }),
  },
  {
    route: deleteObject.key,
    request: ({ client, video }) =>
      client.call(deleteObject, { params: { id: video, objectId: OBJECT_IDS[1] } }),
  },
  {
    route: createSurface.key,
    // The first surface creates the account's counts.
    async prepare(subject) {
      await markSurface(subject);
      await subject.workOff();
    },
    request: markSurface,
  },
  {
    route: listObjects.key,
    variant: 'with surfaces',
    prepare: ({ workOff }) => workOff(),
    request: (subject) => subject.client.call(listObjects, id(subject)),
  },
  {
    route: cancelProcessing.key,
    prepare: async (subject) => {
      await subject.client.call(startProcessing, id(subject));
    },
    request: (subject) => subject.client.call(cancelProcessing, id(subject)),
  },
  {
    route: createWebhook.key,
    async request(subject) {
      // Nobody is there: no address ends in `.invalid`.
      const body = { url: 'https://receiver.invalid/', videoId: subject.video };
      subject.webhookId = (await subject.client.call(createWebhook, { body })).webhook.id;
    },
  },
];

const LAST: readonly EndpointCall[] = [
  {
    route: deleteWebhook.key,
    request: ({ client, webhookId }) => client.call(deleteWebhook, { params: { webhookId } }),
  },
  { route: deleteVideo.key, request: (subject) => subject.client.call(deleteVideo, id(subject)) },
  { route: getOpenApi.key, request: ({ apiUrl }) => fetch(new URL(getOpenApi.path.slice(1), apiUrl)) },
  { route: getRoot.key, request: ({ apiUrl }) => fetch(apiUrl, { redirect: 'manual' }) },
  { route: getDocs.key, request: ({ apiUrl }) => fetch(new URL(getDocs.path.slice(1), apiUrl)) },
];

/**
 * A request to every endpoint of the contract, on one account, a few videos, and a document that fits its version item. An
 * endpoint that needs nothing prepared is called as the example of its documentation shows.
 */
export const ENDPOINT_CALLS: readonly EndpointCall[] = [
  ...PREPARED,
  ...exampleCalls(endpointsFor('integrators'), [...PREPARED, ...LAST]),
  ...LAST,
];
