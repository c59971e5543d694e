import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { encodeFrameIndex } from '../../../shared/media/probe/frame-index-codec.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openKeys } from '../../../shared/stores/keys/keys.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { type TestService, temporaryFolder } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import type { RawAnswer } from './exchange.ts';
import type { GeneratedRequest } from './request.ts';
import { type KeyName, OBJECT_IDS, VIDEO_NAMES, type VideoName } from './vocabulary.ts';

const ACCOUNT = 'demo';
const OTHER_ACCOUNT = 'others';

/** Requests after which the edited video is replaced, so that it has objects to edit and a short history. */
const USES = 100;

export interface World {
  /** Secrets of the keys; no answer may hold one. */
  secrets: readonly string[];
  /** Fills in the ids and secrets of this service. */
  resolve(request: GeneratedRequest): GeneratedRequest;
  /** Records what the request has changed, and replaces what it has used up. */
  follow(request: GeneratedRequest, answer: RawAnswer): Promise<void>;
}

const namesIn = ({ target }: GeneratedRequest): VideoName[] =>
  VIDEO_NAMES.filter((name) => target.includes(`$${name}$`));

/** Creates what the placeholders of `vocabulary.ts` stand for. */
export async function createWorld(service: TestService): Promise<World> {
  const api = apiOf(service);
  const clip = path.join(await temporaryFolder('clip'), 'clip.mp4');
  await synthesizeClip(clip, { seconds: 1, width: 160, height: 96, fps: 10 });
  const bytes = await readFile(clip);
  const clipText = bytes.toString('latin1');
  const environment: Environment = { variables: service.variables, runtime: systemRuntime };
  const accounts = openAccounts(environment);
  const files = openMediaFiles(environment);
  const { frames } = await probeVideo(bytesSource(bytes));
  const frameIndex = encodeFrameIndex(frames);

  /** Complete, as ingest leaves it, so that its owner can start a job. */
  const wholeVideo = async (account: string): Promise<string> => {
    const id = await seedVideo(service, { account, parts: { ...trackedCars(OBJECT_IDS), ...CONTENT } });
    const { accountId } = await accounts.byHandle(account);
    await files.put(mediaKeys.frameIndex(id), frameIndex, 'application/octet-stream');
    await files.put(mediaKeys.upload(accountId, id), bytes, 'video/mp4');
    return id;
  };

  const make: Record<VideoName, () => Promise<string>> = {
    video: () => wholeVideo(ACCOUNT),
    uploading: () => seedVideo(service, { account: ACCOUNT, processed: false }),
    foreign: () => wholeVideo(OTHER_ACCOUNT),
    deleted: async () => {
      const id = await seedVideo(service, { account: ACCOUNT });
      await api('DELETE', `/api/videos/${id}`);
      return id;
    },
    latest: () => seedVideo(service, { account: ACCOUNT, processed: false }),
  };
  const videos = {} as Record<VideoName, string>;
  const versions = new Map<VideoName, string>();
  const renew = async (name: VideoName): Promise<void> => {
    videos[name] = await make[name]();
    versions.set(name, '1');
  };
  for (const name of VIDEO_NAMES) await renew(name);
  const keys = await createKeys(service, videos);
  let uses = 0;

  const resolve = (text: string, version: string): string =>
    text.replaceAll(/\$(\w+)\$/g, (whole, name: string) => {
      if (name === 'version') return version;
      if (name === 'clip') return clipText;
      return videos[name as VideoName] ?? keys[name as KeyName] ?? whole;
    });

  return {
    secrets: Object.values(keys),
    resolve(request) {
      const [name] = namesIn(request);
      const version = (name && versions.get(name)) ?? '1';
      return {
        method: request.method,
        target: resolve(request.target, version),
        headers: request.headers.map(([header, value]) => [header, resolve(value, version)]),
        body: request.body === null ? null : resolve(request.body, version),
      };
    },
    async follow(request, answer) {
      const [name] = namesIn(request);
      if (answer.status === 201 && request.target.startsWith('/api/videos/upload')) {
        // Makes room among the account's open uploads.
        await api('DELETE', `/api/videos/${videos.latest}`);
        videos.latest = (JSON.parse(answer.body) as { id: string }).id;
      }
      if (name === undefined) return;
      const [, version] = /^"(\d+)"$/.exec(answer.headers.etag ?? '') ?? [];
      if (version !== undefined && request.method !== 'GET') versions.set(name, version);
      const deleted = answer.status === 200 && request.method === 'DELETE';
      if (deleted || (name === 'video' && ++uses % USES === 0)) await renew(name);
    },
  };
}

/** The content of version 1 of the edited video. */
const CONTENT = {
  layers: [{ id: 'titles', name: 'Titles', overlays: [{ id: 't1', position: { x: 0.5, y: 0.1 } }] }],
  variables: [{ id: 'speed', value: 4 }],
  rules: [],
  extra: { extra: { a: [1] } },
};

async function createKeys(
  service: TestService,
  { video }: Record<VideoName, string>,
): Promise<Record<KeyName, string>> {
  const secretOf = async (options: Parameters<typeof createKey>[1]) =>
    (await createKey(service, { account: ACCOUNT, ...options })).secret;
  const revoked = await createKey(service, { account: ACCOUNT });
  await openKeys(revoked.environment).revoke(revoked.key);
  return {
    owner: await secretOf({}),
    reader: await secretOf({ scopes: ['project:read'] }),
    restricted: await secretOf({ projectIds: [video] }),
    excluded: await secretOf({ projectIds: [] }),
    stranger: await secretOf({ account: OTHER_ACCOUNT }),
    limited: await secretOf({ account: 'limited', tier: 'free' }),
    revoked: revoked.secret,
  };
}
