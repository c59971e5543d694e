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
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { apiOf } from '../../support/service/api.ts';
import { type TestService, temporaryFolder } from '../../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../../support/videos/seed-video.ts';
import type { RawAnswer } from './exchange.ts';
import type { GeneratedRequest } from './request.ts';
import { OBJECT_IDS, VIDEO_NAMES, type VideoName } from './vocabulary.ts';

export const ACCOUNT = 'demo';
export const OTHER_ACCOUNT = 'others';

/** Requests after which the edited video is replaced, so that it has objects to edit and a short history. */
const USES = 100;

/** The videos that the placeholders of `vocabulary.ts` stand for. */
interface FuzzedVideos {
  readonly ids: Readonly<Record<VideoName, string>>;
  /** Fills in the ids of videos, the newest version of the one it is about, the clip, and what else there is by name. */
  fill(request: GeneratedRequest, names: Readonly<Record<string, string>>): GeneratedRequest;
  /** Records what the request has changed, and replaces what it has used up. */
  follow(request: GeneratedRequest, answer: RawAnswer): Promise<void>;
}

const namesIn = ({ target }: GeneratedRequest): VideoName[] =>
  VIDEO_NAMES.filter((name) => target.includes(`$${name}$`));

export async function createVideos(service: TestService): Promise<FuzzedVideos> {
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
  const ids = {} as Record<VideoName, string>;
  const versions = new Map<VideoName, string>();
  const renew = async (name: VideoName): Promise<void> => {
    ids[name] = await make[name]();
    versions.set(name, '1');
  };
  for (const name of VIDEO_NAMES) await renew(name);
  let uses = 0;

  return {
    ids,
    fill(request, names) {
      const [video] = namesIn(request);
      const version = (video && versions.get(video)) ?? '1';
      const known: Readonly<Record<string, string>> = { ...names, ...ids, version, clip: clipText };
      const fill = (text: string): string =>
        text.replaceAll(/\$(\w+)\$/g, (whole, name: string) =>
          Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
        );
      return {
        method: request.method,
        target: fill(request.target),
        headers: request.headers.map(([header, value]) => [header, fill(value)]),
        body: request.body === null ? null : fill(request.body),
      };
    },
    async follow(request, answer) {
      const [name] = namesIn(request);
      if (answer.status === 201 && /^(\/console)?\/api\/videos\/upload/.test(request.target)) {
        // Makes room among the account's open uploads.
        await api('DELETE', `/api/videos/${ids.latest}`);
        ids.latest = (JSON.parse(answer.body) as { id: string }).id;
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
