import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { rangeDetails } from '../../contract/range.ts';
import type { PluginInstallation } from '../../contract/schemas/plugin.ts';
import { jsonEqual } from '../../domain/json/json.ts';
import { readSchema } from '../../domain/json-schema/read-schema.ts';
import { StepBudget } from '../../domain/json-schema/step-budget.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openPluginInstaller, type Plugin, type PluginInstaller } from '../../stores/plugins.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo, isDeleted, videoNotFound } from '../videos/find-video.ts';

export const INSTALLATION_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  plugins: openPluginInstaller,
};

/** @throws ApiError `INVALID_PARAMETER` naming the place in the schema */
function requireValidSchema(configSchema: unknown): void {
  const path = ['configSchema'];
  const budget = new StepBudget(LIMITS.schemaSteps);
  budget.at = path;
  readSchema(configSchema, path, budget);
}

/** @throws ApiError `PLUGIN_CONFLICT` when the installed version is not the requested one */
function requireSame({ installedAt, ...installed }: Plugin, asked: PluginInstallation): void {
  if (jsonEqual(installed, { ...asked })) return;
  const { type, version } = asked;
  throw new ApiError('PLUGIN_CONFLICT', `${type} ${version} is installed with other content.`, {
    details: { type, version, installedAt },
  });
}

/** @throws ApiError `INVALID_PARAMETER` */
async function requireRoom(plugins: PluginInstaller, projectId: string): Promise<void> {
  const provided = (await plugins.count(projectId)) + 1;
  const max = LIMITS.plugins;
  if (provided <= max) return;
  throw new ApiError('INVALID_PARAMETER', `A project may have at most ${max} versions of plugins.`, {
    field: 'version',
    details: rangeDetails({ max, provided }),
  });
}

/**
 * Installs a version of a plugin for a project. Can be repeated: installing the same again changes nothing.
 * @returns the installed plugin, and whether it was there before
 * @throws ApiError `INVALID_PARAMETER`, `PLUGIN_CONFLICT`; as `findProcessedVideo`
 */
export async function installPlugin(
  stores: Opened<typeof INSTALLATION_STORES>,
  principal: Principal,
  projectId: string,
  asked: PluginInstallation,
): Promise<{ plugin: Plugin; unchanged: boolean }> {
  const { plugins, environment } = stores;
  requireValidSchema(asked.configSchema);
  await findProcessedVideo(stores, principal, projectId);
  const earlier = await plugins.get(projectId, asked.type, asked.version);
  if (earlier !== null) {
    requireSame(earlier, asked);
    return { plugin: earlier, unchanged: true };
  }
  await requireRoom(plugins, projectId);
  const installedAt = isoNow(environment.runtime);
  const { standing, isNew } = await plugins.install(projectId, { ...asked, installedAt });
  if (await isDeleted(stores, projectId)) throw videoNotFound();
  if (!isNew) requireSame(standing, asked);
  return { plugin: standing, unchanged: !isNew };
}
