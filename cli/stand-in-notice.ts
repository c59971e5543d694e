import type { RunFile } from '../local/data-folder/run-file.ts';

/** Why a service uses another detector than the chosen one, and what to do about it; empty where it uses that. */
export function standInNotice({ id, fallback, reason }: RunFile['model']): string {
  if (reason === undefined) return '';
  const used = fallback ? 'The built-in moving-object detector is used' : `${id} is used`;
  const install = fallback ? ', or install YOLOX-nano with "npx vms models pull"' : '';
  return (
    `${used}, as the chosen model is not usable: ${reason}.\n` +
    `Correct or remove what the models folder adds${install}; then start again.`
  );
}
