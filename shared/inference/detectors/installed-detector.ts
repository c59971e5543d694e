import { InferenceError } from '../errors.ts';
import { findAddedModels, manifestOf } from '../models/extended-manifest.ts';
import { modelById, modelManifest } from '../models/manifest.ts';
import {
  type LocatedModel,
  locateModel,
  missingFile,
  type SelectedModel,
  selectDetector,
} from '../models/model-store.ts';
import { openDetector } from './open-detector.ts';

/** The detector of a service, and what functions need to know it by its id. */
interface InstalledDetector {
  readonly selected: SelectedModel;
  /** As `manifestOf` takes it. */
  readonly addedModels: string;
}

const isOfService = (id: string): boolean => modelManifest.models.some((model) => model.id === id);

/**
 * Chooses the detector among the models of the service and those the folders add. Where an added one cannot be used, or what adds it
 * cannot be read, the service's own default stands in for it, or else what comes with the service, with the reason.
 * @param modelId default: that of what the folders add, or of the service
 * @throws InferenceError as `selectDetector`
 */
export async function selectInstalledDetector(
  modelsDirs: readonly string[],
  modelId?: string,
): Promise<InstalledDetector> {
  const added = await findAddedModels(modelsDirs);
  const ofService = (id?: string) =>
    selectDetector({ manifest: modelManifest, modelsDirs, ...(id !== undefined && { modelId: id }) });
  try {
    const manifest = manifestOf(added);
    const wanted = modelById(manifest, modelId ?? manifest.default);
    if (isOfService(wanted.id)) return { selected: await ofService(wanted.id), addedModels: added };
    const located = await locateModel(wanted, { modelsDirs });
    if (located === null) throw new InferenceError('MODEL_MISSING', missingFile(wanted, modelsDirs));
    await requireRunnable(located);
    return {
      selected: { ...located, fallback: false, reason: undefined, absent: false },
      addedModels: added,
    };
  } catch (error) {
    if (added === '' || !(error instanceof InferenceError) || error.code === 'MODEL_UNKNOWN') throw error;
    if (modelId !== undefined && isOfService(modelId))
      return { selected: await ofService(modelId), addedModels: '' };
    const standIn = await ofService();
    const reasons = [error.message, ...(standIn.reason === undefined ? [] : [standIn.reason])];
    return { selected: { ...standIn, reason: reasons.join('; '), absent: false }, addedModels: '' };
  }
}

/**
 * Requires that an added model computes what its entry says. Those of the service are known to, by their digests.
 * @throws InferenceError
 */
export async function requireRunnable(located: LocatedModel): Promise<void> {
  if (!isOfService(located.model.id)) await tryOut(located);
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
