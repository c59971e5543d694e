import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningService } from '../../../local/service.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { expectDescribed } from './expect-described.ts';

export interface ApiAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
  /** The body as received. */
  text: string;
}

export interface ApiRequest {
  json?: unknown;
  /** Sent as it is, with the content type of `headers`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  form?: FormData;
  headers?: Record<string, string>;
  key?: string | null;
}

/**
 * Plain HTTP requests to a service, as an integrator without the client would send them. Every answer must match the
 * reference.
 */
export function apiOf({ apiUrl, apiKey }: Pick<RunningService, 'apiUrl' | 'apiKey'>) {
  return async function call<Body = ErrorBody>(
    method: string,
    target: string,
    { json, raw, form, headers = {}, key = apiKey }: ApiRequest = {},
  ): Promise<ApiAnswer<Body>> {
    const body = form ?? raw ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(`${apiUrl}${target}`, {
      method,
      body,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const text = await response.text();
    const answered = (response.status === 304 ? undefined : JSON.parse(text)) as Body;
    expectDescribed(method, target, response, answered);
    return { status: response.status, headers: response.headers, body: answered, text };
  };
}

export type Api = ReturnType<typeof apiOf>;

/** A form with one file and text fields. */
export function fileForm(
  bytes: Uint8Array<ArrayBuffer>,
  name = 'clip.mp4',
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

export async function upload(api: Api, file: string, fields: Record<string, string> = {}): Promise<string> {
  const form = fileForm(new Uint8Array(await readFile(file)), path.basename(file), fields);
  const { status, body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
  if (status !== 201) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/** Repeats the request until the answer is as wanted. */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (value: T) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export interface VideoBody {
  id: string;
  name: string;
  status: string;
  duration: number;
  width: number;
  height: number;
  fps: number;
  fileSize: number;
  streamUrl: string;
  thumbnail: string;
  metadata: { videoDetails?: { totalFrames: number } };
  failure?: { code: string; message: string };
  restore?: { status: string; reason?: string };
}

/** Waits for the end of a video's ingest. */
export const settled = (api: Api, id: string): Promise<VideoBody> =>
  eventually(
    async () => (await api<VideoBody>('GET', `/api/videos/${id}`)).body,
    ({ status }) => status === 'processed' || status === 'failed',
  );

export interface JobBody {
  jobId: string;
  status: string;
  progress: number;
  currentFrame: number;
  totalFrames: number;
  objectsDetected: number;
  undecodableFrames: number;
  samples: { total: number; processed: number; detected: number };
  eta: number;
  model: string;
  fallback: boolean;
  error?: { code: string; message: string };
}

/** Waits for the end of a job. */
export const jobOver = (api: Api, id: string, patienceMs = PATIENCE_MS): Promise<JobBody> =>
  eventually(
    async () => (await api<JobBody>('GET', `/api/videos/${id}/process/status`)).body,
    ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
    patienceMs,
  );

/** All pages of the list, and the total of the first page. */
export async function listedVideos(api: Api): Promise<{ videos: VideoBody[]; total: number }> {
  const pageSize = 100;
  const page = async (number: number) => {
    const target = `/api/videos?page=${number}&pageSize=${pageSize}`;
    return (await api<{ videos: VideoBody[]; total: number }>('GET', target)).body;
  };
  const { videos, total } = await page(1);
  for (let number = 2; videos.length === (number - 1) * pageSize; number++) {
    videos.push(...(await page(number)).videos);
  }
  return { videos, total };
}
