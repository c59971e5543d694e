import { SETTINGS } from '../../contract/resources.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { configuredModel } from './configured-model.ts';

/** What a job of this deployment may be asked for. */
export function processingChoices(environment: Environment) {
  const { model, fallback } = configuredModel(environment);
  const clipModel = environment.variables[SETTINGS.clipModel] ?? '';
  return { model: { id: model.id, labels: [...model.labels], fallback }, clip: clipModel !== '' };
}
