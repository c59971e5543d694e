import { ApiError } from '../../shared/contract/errors.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { rangeDetails } from '../../shared/contract/range.ts';
import { installPlugin } from '../../shared/contract/routes/projects.ts';
import type { PluginInstallation } from '../../shared/contract/schemas/plugin.ts';
import { jsonEqual } from '../../shared/domain/json/json.ts';
import { readSchema } from '../../shared/domain/json-schema/read-schema.ts';
import { StepBudget } from '../../shared/domain/json-schema/step-budget.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { isoNow } from '../../shared/kernel/runtime/runtime.ts';
import { findProcessedVideo, videoNotFound } from '../../shared/service/videos/find-video.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { openPlugins, type Plugin, type Plugins } from '../../shared/stores/plugins.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

/** @throws ApiError `INVALID_PARAMETER` naming the place in the schema */
function requireValidSchema(configSchema: unknown): void {
  const path = ['configSchema'];
  const budget = new StepBudget(LIMITS.schemaSteps);
  budget.at = path;
  readSchema(configSchema, path, budget);
}

/** @throws ApiError `PLUGIN_CONFLICT` when what is installed is not what is asked for */
function requireSame({ installedAt, ...installed }: Plugin, asked: PluginInstallation): void {
  if (jsonEqual(installed, { ...asked })) return;
  const { type, version } = asked;
  throw new ApiError('PLUGIN_CONFLICT', `${type} ${version} is installed with other content.`, {
    details: { type, version, installedAt },
  });
}

/** @throws ApiError `INVALID_PARAMETER` */
async function requireRoom(plugins: Plugins, videoId: string): Promise<void> {
  const provided = (await plugins.count(videoId)) + 1;
  const max = LIMITS.plugins;
  if (provided <= max) return;
  throw new ApiError('INVALID_PARAMETER', `A project may have at most ${max} versions of plugins.`, {
    field: 'version',
    details: rangeDetails({ max, provided }),
  });
}

export const handler = endpoint(
  installPlugin,
  {
    videos: openVideos,
    versions: openVersions,
    plugins: openPlugins,
    purger: openPurger,
    idempotency: openIdempotency,
  },
  async ({ principal, params: { videoId }, body }, { videos, versions, plugins, purger, environment }) => {
    requireValidSchema(body.configSchema);
    await findProcessedVideo({ videos, versions }, principal, videoId);
    const { type, version } = body;
    const earlier = await plugins.get(videoId, type, version);
    if (earlier !== null) return answer(earlier, { isNew: false, asked: body });
    await requireRoom(plugins, videoId);
    const installedAt = isoNow(environment.runtime);
    const { standing, isNew } = await plugins.install(videoId, { ...body, installedAt });
    if (await purger.purgeIfDeleted(principal.accountId, videoId)) throw videoNotFound();
    return answer(standing, { isNew, asked: body });
  },
);

function answer(plugin: Plugin, { isNew, asked }: { isNew: boolean; asked: PluginInstallation }) {
  if (!isNew) requireSame(plugin, asked);
  const { type, version, installedAt } = plugin;
  return { body: { success: true, plugin: { type, version, installedAt } }, unchanged: !isNew };
}
