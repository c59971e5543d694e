import { LIMITS } from '../../contract/limits.ts';
import type { Layer } from '../../domain/document/document.ts';
import { writtenOverlays } from '../../domain/document/edit/written-overlays.ts';
import { invalidAt } from '../../domain/json/path.ts';
import { type JsonSchema, readSchema } from '../../domain/json-schema/read-schema.ts';
import { StepBudget } from '../../domain/json-schema/step-budget.ts';
import type { PluginReader } from '../../stores/plugins.ts';

/** Plugins that can be installed; those of other namespaces need no schema. */
const INSTALLABLE = /^user:/;

/**
 * Requires that the configuration of every overlay that a write adds or changes matches the newest schema installed
 * for its plugin's type. A type that is not installed may have any configuration. Reads once for each type, and not at all
 * when there is nothing to check.
 *
 * @param before the layers as they were
 * @param after the layers as the write leaves them
 * @throws ApiError `INVALID_PARAMETER` naming the member by the ids on its way, `layers.<id>.overlays.<id>.plugin.config.<member>`;
 *   also when the write takes too many steps to check
 */
export async function requirePluginConfigs(
  plugins: PluginReader,
  videoId: string,
  before: readonly Layer[],
  after: readonly Layer[],
): Promise<void> {
  const written = writtenOverlays(before, after).flatMap(({ path, overlay: { plugin } }) =>
    plugin !== undefined && INSTALLABLE.test(plugin.type)
      ? [{ path: [...path, 'plugin', 'config'], plugin }]
      : [],
  );
  const byType = Map.groupBy(written, ({ plugin }) => plugin.type);
  const newest = await Promise.all([...byType.keys()].map((type) => plugins.newest(videoId, type)));
  const budget = new StepBudget(LIMITS.schemaSteps);
  for (const [index, configs] of [...byType.values()].entries()) {
    const installed = newest[index];
    if (installed === undefined || installed === null) continue;
    let schema: JsonSchema | undefined;
    for (const { path, plugin } of configs) {
      budget.at = path;
      schema ??= readSchema(installed.configSchema, path, budget);
      const failed = schema.check(plugin.config, budget);
      if (failed !== null) throw invalidAt([...path, ...failed.path], failed.message, failed.range);
    }
  }
}
