import { LIMITS } from '../../contract/limits.ts';
import type { Layer, Overlay } from '../../contract/schemas/metadata.ts';
import { jsonEqual } from '../../domain/json/json.ts';
import { invalidAt, type Path } from '../../domain/json/path.ts';
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

/** An overlay that an edit adds or changes. */
interface WrittenOverlay {
  /** `layers`, the layer's id, `overlays`, the overlay's id. */
  path: Path;
  overlay: Overlay;
}

/**
 * The overlays that an edit adds or changes. An overlay is identified by its id within its layer: moved to another layer it
 * counts as new, moved within its layer it does not.
 */
export function writtenOverlays(before: readonly Layer[], after: readonly Layer[]): WrittenOverlay[] {
  const layersBefore = new Map(before.map((layer) => [layer.id, layer]));
  return after.flatMap((layer) => {
    const layerBefore = layersBefore.get(layer.id);
    if (layer === layerBefore) return [];
    const known = new Map(layerBefore?.overlays.map((overlay) => [overlay.id, overlay]));
    return layer.overlays
      .filter((overlay) => !jsonEqual(known.get(overlay.id), overlay))
      .map((overlay) => ({ path: ['layers', layer.id, 'overlays', overlay.id], overlay }));
  });
}
