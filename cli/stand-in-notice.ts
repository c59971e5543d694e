import type { RunFile } from '../local/data-folder/run-file.ts';

const NOT_INSTALLED =
  'No trained model is installed: the built-in detector finds what moves, without telling what it is.\n' +
  'To have objects named, install YOLOX-nano with "npx vms models pull", then start again.';

/** Why a service uses another detector than the chosen one, and what to do about it; empty where it uses that. */
export function standInNotice({ id, fallback, reason, absent }: RunFile['model']): string {
  if (reason === undefined) return '';
  if (absent) return NOT_INSTALLED;
  const used = fallback ? 'The built-in moving-object detector is used' : `${id} is used`;
  const install = fallback ? ', or install YOLOX-nano with "npx vms models pull"' : '';
  return (
    `${used}, as the chosen model is not usable: ${reason}.\n` +
    `Correct or remove what the models folder adds${install}; then start again.`
  );
}
