import { ApiError } from '../../contract/errors.ts';
import type { ProcessingOptions } from '../../domain/job/job.ts';
import type { Model } from '../../inference/models/manifest.ts';
import { describeUnknown, listed, nameIn, unknownLabels } from '../../inference/models/unknown-labels.ts';
import type { ConfiguredModel } from './configured-model.ts';

/** The built-in model knows few labels; the refusal of others says how to get the model that has them. */
function installationOf(missing: Model | null, unknown: readonly string[]): string {
  const known = missing === null ? [] : unknown.flatMap((label) => nameIn(missing, label) ?? []);
  if (missing === null || known.length === 0) return '';
  return (
    ` ${missing.id}, which knows ${listed(known)}, is not installed: the command "vms models pull" does that, ` +
    'and the service uses it from its next start on.'
  );
}

/**
 * Requires labels that the job can find: with CLIP any text, without it what the detector was trained on.
 * @param clipModel id of the CLIP model; empty without one
 * @throws ApiError `INVALID_PARAMETER` (of labels `details {provided, labels}`: the first unknown one, and those of the
 *   detector; the message names all); `MISSING_PARAMETER`
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
  const unknown = unknownLabels(model, labels);
  if (unknown.length === 0) return;
  const message = `${describeUnknown(model, unknown)}${installationOf(missing, unknown)}`;
  throw new ApiError('INVALID_PARAMETER', message, {
    field: 'labels',
    details: { provided: unknown[0], labels: model.labels },
  });
}
