import { InferenceError } from '../errors.ts';
import { findAddedModels, manifestOf } from '../models/extended-manifest.ts';
import { modelManifest } from '../models/manifest.ts';
import { type LocatedModel, type SelectedModel, selectDetector } from '../models/model-store.ts';
import { openDetector } from './open-detector.ts';

/** The detector of a service, and what functions need to know it by its id. */
interface InstalledDetector {
  readonly selected: SelectedModel;
  /** As `manifestOf` takes it. */
  readonly addedModels: string;
}

/**
 * Chooses the detector among the models of the service and those the folders add. An added one is tried out; if
 * it cannot be used, the built-in model is chosen, with the reason.
 * @throws InferenceError as `selectDetector`
 */
export async function selectInstalledDetector(
  modelsDirs: readonly string[],
  modelId?: string,
): Promise<InstalledDetector> {
  const added = await findAddedModels(modelsDirs);
  try {
    const manifest = manifestOf(added);
    const selected = await selectDetector({
      manifest,
      modelsDirs,
      ...(modelId !== undefined && { modelId }),
    });
    if (!modelManifest.models.some(({ id }) => id === selected.model.id)) await tryOut(selected);
    return { selected, addedModels: added };
  } catch (error) {
    if (added === '' || !(error instanceof InferenceError) || error.code === 'MODEL_UNKNOWN') throw error;
    const builtIn = await selectDetector({
      manifest: modelManifest,
      modelsDirs,
      modelId: modelManifest.fallback,
    });
    return { selected: { ...builtIn, fallback: true, reason: error.message }, addedModels: '' };
  }
}

/** Lets the model look at one black frame: whether its outputs are those of its layout shows only then. */
async function tryOut(located: LocatedModel): Promise<void> {
  const detector = await openDetector({ ...located, threads: 1 });
  try {
    const display = { displayWidth: 64, displayHeight: 64 };
    const { width, height } = detector.inputSize(display.displayWidth, display.displayHeight);
    const frames = (async function* () {
      yield { frame: 0, time: 0, width, height, data: new Uint8Array(3 * width * height) };
    })();
    for await (const _ of detector.detect(frames, { scoreThreshold: 0.5, ...display }));
  } finally {
    await detector.close();
  }
}
