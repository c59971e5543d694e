import type { RunFile } from '../local/data-folder/run-file.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';

const INSTALL = `"npx vms models pull" installs ${modelManifest.default}`;

/** Why a service uses another detector than the chosen one, and what to do about it; empty where it uses that. */
export function standInNotice({ id, fallback, reason, absent }: RunFile['model']): string {
  if (reason === undefined) return '';
  if (absent)
    return `${id}, which comes along, names the objects. ${INSTALL}, which finds more; then start again.`;
  const used = fallback ? 'The moving-object detector is used, which names nothing' : `${id} is used`;
  return (
    `${used}, as the chosen model is not usable: ${reason}.\n` +
    `Correct or remove what the models folder has; ${INSTALL}. Then start again.`
  );
}
