import { createSurface } from '../../shared/contract/routes/objects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readBase } from '../../shared/service/editing/base-version.ts';
import {
  type StartedSurface,
  SURFACE_STORES,
  startSurface,
} from '../../shared/service/surfaces/start-surface.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  createSurface,
  { ...SURFACE_STORES, idempotency: openIdempotency },
  async ({ principal, params, query, body, ifMatch }, stores, keep) => {
    const answerOf = ({ objectId, trackedFrames, version }: StartedSurface) => ({
      body: { success: true, objectId, trackedFrames },
      headers: { ETag: `"${version}"` },
    });
    const started = await startSurface(stores, {
      principal,
      videoId: params.id,
      base: readBase(ifMatch, query.baseVersion, 'baseVersion'),
      marked: body,
      onAdded(surface) {
        const soFar = answerOf(surface);
        return keep(soFar.body, soFar.headers);
      },
    });
    return answerOf(started);
  },
);
