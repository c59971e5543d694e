import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InferenceError } from '../errors.ts';
import { type Model, type ModelManifest, modelById } from './manifest.ts';
import { locateModel } from './model-store.ts';

export interface PullOptions {
  readonly manifest: ModelManifest;
  /** Folder that gets the files; made where it is missing. */
  readonly targetDir: string;
  /** Models to install; default: the manifest's default model. */
  readonly ids?: readonly string[];
  readonly fetch?: typeof globalThis.fetch;
  /** A mirror: each file is fetched from here by its name instead of from upstream. */
  readonly baseUrl?: string;
  readonly onProgress?: (progress: PullProgress) => void;
  /** Milliseconds until the server must have begun to answer; default 10,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds without a byte after which a download is given up; default 30,000. */
  readonly stallTimeoutMs?: number;
}

export interface PullProgress {
  readonly id: string;
  /** Bytes. */
  readonly received: number;
  readonly total: number;
}

interface PulledModel {
  readonly id: string;
  readonly path: string;
  readonly status: 'installed' | 'present';
}

/**
 * Downloads models and puts each in place only once its size and SHA-256 match the manifest; a matching file that is
 * there already is left alone.
 * @throws InferenceError DOWNLOAD_FAILED naming the address and the reason; MODEL_UNKNOWN
 */
export async function pullModels(options: PullOptions): Promise<PulledModel[]> {
  const { manifest, targetDir, ids = [manifest.default] } = options;
  const pulled: PulledModel[] = [];
  for (const model of ids.map((id) => modelById(manifest, id))) {
    const file = path.join(targetDir, model.file);
    const present = await locateModel(model, { modelsDirs: [targetDir] }).catch(() => null);
    if (present === null) await install(model, file, options);
    pulled.push({ id: model.id, path: file, status: present === null ? 'installed' : 'present' });
  }
  return pulled;
}

type Build = Model['builds'][number];

interface Source {
  readonly url: string;
  /** The builds that may come from there. */
  readonly builds: readonly Build[];
}

/** Upstream publishes one build at its own address; a mirror may hold any of them. */
function sourceOf({ id, file, builds }: Model, baseUrl: string | undefined): Source {
  if (baseUrl !== undefined) {
    const directory = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
    return { url: new URL(path.posix.basename(file), directory).href, builds };
  }
  const published = builds.find(({ url }) => url !== undefined);
  if (published?.url === undefined)
    throw new InferenceError('DOWNLOAD_FAILED', `${id} is published nowhere; it comes with the service`);
  return { url: published.url, builds: [published] };
}

async function install(model: Model, file: string, options: PullOptions): Promise<void> {
  const source = sourceOf(model, options.baseUrl);
  await mkdir(path.dirname(file), { recursive: true });
  // Beside its final place, so that the rename stays within one file system and is atomic.
  const scratch = await mkdtemp(path.join(path.dirname(file), '.pull-'));
  try {
    const partial = path.join(scratch, 'model');
    await download(source, partial, model.id, options);
    await rename(partial, file);
  } catch (cause) {
    const reason = `${model.id} from ${source.url}: ${reasonOf(cause)}`;
    throw new InferenceError('DOWNLOAD_FAILED', reason, { cause });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function download(
  { url, builds }: Source,
  file: string,
  id: string,
  options: PullOptions,
): Promise<void> {
  const {
    fetch = globalThis.fetch,
    connectTimeoutMs = 10_000,
    stallTimeoutMs = 30_000,
    onProgress,
  } = options;
  const total = Math.max(...builds.map(({ size }) => size));
  const deadline = new AbortController();
  const within = (milliseconds: number, reason: string): NodeJS.Timeout =>
    setTimeout(() => deadline.abort(new Error(reason)), milliseconds);
  let timer = within(connectTimeoutMs, `no answer within ${connectTimeoutMs} ms`);
  const hash = createHash('sha256');
  let received = 0;
  const meter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      clearTimeout(timer);
      timer = within(stallTimeoutMs, `no data for ${stallTimeoutMs} ms`);
      hash.update(chunk);
      received += chunk.byteLength;
      onProgress?.({ id, received, total });
      done(received > total ? new Error(`more than the expected ${total} bytes`) : null, chunk);
    },
  });
  try {
    const response = await fetch(url, { signal: deadline.signal });
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), meter, createWriteStream(file), {
      signal: deadline.signal,
    });
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
  const build = builds.find(({ size }) => size === received);
  if (build === undefined) throw new Error(`${received} bytes instead of ${total}`);
  const sha256 = hash.digest('hex');
  if (sha256 !== build.sha256) throw new Error(`the SHA-256 is ${sha256} instead of ${build.sha256}`);
}

/** `fetch` says only "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
