import { ApiError } from '../../contract/errors.ts';
import type { ProcessingOptions } from '../../domain/job/job.ts';
import type { Model } from '../../inference/models/manifest.ts';
import type { ConfiguredModel } from './configured-model.ts';

/** The built-in model knows few labels; a client that asks for another is told how to get the model that has it. */
const installationOf = (model: Model): string =>
  ` ${model.id}, which knows it, is not installed: the command "vms models pull" does that, and the service uses it ` +
  'from its next start on.';

/**
 * Requires labels that the job can find: with CLIP any text, without it what the detector was trained on.
 * @param clipModel id of the CLIP model; empty without one
 * @throws ApiError `INVALID_PARAMETER` (of a label `details {provided, labels}`, the latter those of the detector);
 *   `MISSING_PARAMETER`
 */
export function requireUsable(
  { labels, enableClip }: ProcessingOptions,
  { model, missing }: ConfiguredModel,
  clipModel: string,
): void {
  if (enableClip) {
    if (clipModel === '') {
      throw new ApiError(
        'INVALID_PARAMETER',
        'No CLIP model is installed: "vms models clip" takes one that you have.',
        { field: 'enableClip' },
      );
    }
    if (labels.length > 0) return;
    throw new ApiError('MISSING_PARAMETER', 'With enableClip, labels name what objects may be.', {
      field: 'labels',
    });
  }
  const unknown = labels.find((label) => !model.labels.includes(label));
  if (unknown === undefined) return;
  const advice = missing?.labels.includes(unknown) ? installationOf(missing) : '';
  throw new ApiError('INVALID_PARAMETER', `${model.id} does not know the label "${unknown}".${advice}`, {
    field: 'labels',
    details: { provided: unknown, labels: model.labels },
  });
}
