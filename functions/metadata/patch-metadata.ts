import { ApiError } from '../../shared/contract/errors.ts';
import { patchMetadata } from '../../shared/contract/routes.ts';
import { shortId, uuidv7 } from '../../shared/domain/ids.ts';
import { applyMergeById, planMerge } from '../../shared/domain/metadata/patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo, videoNotFound } from '../../shared/http/find-video.ts';
import { requireBase } from '../../shared/http/version-conflict.ts';
import { commitVersion } from '../../shared/stores/commit.ts';
import { openDocuments } from '../../shared/stores/documents.ts';
import { openRemains } from '../../shared/stores/remains.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  patchMetadata,
  { videos: openVideos, versions: openVersions, documents: openDocuments, remains: openRemains },
  async ({ principal, params, query, body, ifMatch }, stores) => {
    const { videos, documents, remains, environment } = stores;
    const { newest } = await findProcessedVideo(stores, principal, params.id);
    const base = ifMatch ?? query.baseVersion ?? null;
    if (ifMatch !== null && query.baseVersion !== undefined && ifMatch !== query.baseVersion) {
      throw new ApiError('INVALID_PARAMETER', 'If-Match and baseVersion name different versions.', {
        field: 'baseVersion',
      });
    }

    const plan = planMerge(body);
    const committed = await commitVersion(stores, {
      videoId: params.id,
      start: newest,
      writeId: uuidv7(environment.runtime),
      change: async (current) => {
        if (current === null) throw videoNotFound();
        const merge = async (version: typeof current) =>
          applyMergeById(body, await documents.readForMerge(version.parts, plan), () =>
            shortId(environment.runtime),
          );
        if (base !== null) await requireBase(stores, { base, current, plan, merge });
        const { sections, touched } = await merge(current);
        const what = touched.length === 0 ? 'no change' : touched.join(', ');
        return { parts: sections, description: `Metadata edited: ${what}` };
      },
    });
    if (committed === null) {
      await remains.remove(principal.accountId, params.id);
      throw videoNotFound();
    }
    await videos.noteChange(principal.accountId, params.id, committed.createdAt);
    return { body: { success: true, version: committed.version, updatedAt: committed.createdAt } };
  },
);
