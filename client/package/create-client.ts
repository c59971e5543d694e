import type {
  Endpoints,
  JobStatus,
  MetadataDocument,
  ServiceEvent,
  UploadCompleted,
  Video,
} from '../answers.ts';
import { type Client, type ClientOptions, createClient as createTypedClient } from '../client.ts';
import type { PollOptions } from '../poll.ts';
import type { Answer } from '../read-answer.ts';
import { type PartOptions, readAt, readSections } from '../read-part.ts';
import { uploadBlob } from '../upload-blob.ts';
import type { PartsOptions } from '../upload-in-parts.ts';
import { waitUntilProcessed } from '../wait-until-processed.ts';
import { type EventOptions, watchEvents } from '../watch-events.ts';
import { watchJob } from '../watch-job.ts';
import { endpointMethods, type OwnRequest, ownRequest } from './endpoint-methods.ts';

/**
 * The service: a method for every endpoint, by groups, and what takes several calls. Calls are repeated if the answer was lost or the
 * service was unavailable, but only where that does no harm: GETs, and POSTs under an `Idempotency-Key`.
 *
 * All reject with ApiFailure for an error answer, with ConnectionFailure where there is none, and with the reason of `signal`.
 */
export interface VideoMetadataClient extends Endpoints {
  /**
   * Uploads a file of any size: a small one as a form, others in parts that go straight to the store and can be resumed.
   * For files by their path in Node there is `uploadFile` in `video-metadata-client/node`.
   * @throws UploadFailure
   */
  upload(file: Blob & { readonly name?: string }, options?: PartsOptions): Promise<UploadCompleted>;
  /**
   * Waits until a video is processed.
   * @throws VideoFailure when its file cannot be used
   */
  waitUntilProcessed(videoId: string, options?: PollOptions): Promise<Video>;
  /** The states of the latest detection job until it is over: the last one is `completed`, `failed` or `cancelled`. */
  watchJob(videoId: string, options?: PollOptions): AsyncGenerator<JobStatus, void>;
  /** The events of the account as they happen, each once and in its order, until the loop is left. */
  watchEvents(options?: EventOptions): AsyncGenerator<ServiceEvent, void>;
  /** Some members of the metadata document, without the rest of it. */
  readSections<Name extends string>(
    videoId: string,
    names: readonly Name[],
    options?: PartOptions,
  ): Promise<Answer<Pick<MetadataDocument, Name | 'schemaVersion'>>>;
  /**
   * The value at a path of the metadata document: names of members, and ids of list entries.
   * @throws ApiFailure `PATH_NOT_FOUND`
   */
  readAt(videoId: string, path: readonly string[], options?: PartOptions): Promise<Answer<unknown>>;
  /**
   * Sends a request of your own with the key, repeated like the others, and leaves the body of a successful answer unread.
   * @param target path and query below the address of the service: `/api/videos?page=2`
   */
  fetch(target: string, request?: OwnRequest): Promise<Response>;
}

const TYPED = new WeakMap<VideoMetadataClient, Client>();

/** The client that makes the calls of another. */
export function typedClient(client: VideoMetadataClient): Client {
  const typed = TYPED.get(client);
  if (typed === undefined) throw new TypeError('This is no client that createClient has made');
  return typed;
}

/**
 * A client of the service at an address, with a key.
 * @throws TypeError where either is missing, as a variable that is not set
 */
export function createClient(options: ClientOptions): VideoMetadataClient {
  const { apiUrl, apiKey, authorization } = options;
  if (!apiUrl) throw new TypeError('createClient needs `apiUrl`, the address of the service');
  if (!apiKey && !authorization) throw new TypeError('createClient needs `apiKey`, the secret of a key');
  const typed = createTypedClient(options);
  const client: VideoMetadataClient = {
    ...endpointMethods(typed),
    upload: (file, uploadOptions) => uploadBlob(typed, file, uploadOptions),
    waitUntilProcessed: (id, polling) => waitUntilProcessed(typed, id, polling),
    watchJob: (id, polling) => watchJob(typed, id, polling),
    watchEvents: (watching) => watchEvents(typed, watching),
    readSections: (id, names, part) => readSections(typed, id, names, part),
    readAt: (id, path, part) => readAt(typed, id, path, part),
    fetch: (target, request) => ownRequest(typed, target, request),
  };
  TYPED.set(client, typed);
  return client;
}
