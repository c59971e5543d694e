import { openKeys } from '../../../shared/stores/keys/keys.ts';
import { createKey } from '../../support/service/create-key.ts';
import type { TestService } from '../../support/service/test-service.ts';
import type { RawAnswer } from './exchange.ts';
import type { GeneratedRequest } from './request.ts';
import { ACCOUNT, createVideos, OTHER_ACCOUNT } from './videos.ts';
import type { KeyName, VideoName } from './vocabulary.ts';

/** What the placeholders of `vocabulary.ts` stand for. */
export interface World {
  /** Secrets and tokens; no answer may hold one that was given before. */
  secrets: readonly string[];
  /** Fills in the ids and secrets of this service. */
  resolve(request: GeneratedRequest): GeneratedRequest;
  /**
   * Records what the request has changed, and replaces what it has used up.
   * @throws Error where what it has changed does not hold
   */
  follow(request: GeneratedRequest, answer: RawAnswer): Promise<void>;
}

/** That of integrators. */
export async function createWorld(service: TestService): Promise<World> {
  const videos = await createVideos(service);
  const keys = await createKeys(service, videos.ids);
  return {
    secrets: Object.values(keys),
    resolve: (request) => videos.fill(request, keys),
    follow: videos.follow,
  };
}

async function createKeys(
  service: TestService,
  { video }: Readonly<Record<VideoName, string>>,
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
