import { stripVTControlCharacters } from 'node:util';

/** The place that a bundler's picture of the source names: `╭─[ console/app.tsx:28:16 ]`. */
const PICTURED_PLACE = /\[ ?(.+:\d+:\d+) ?\]/;

/**
 * Why a build failed, in one line for people. Bundlers collect errors and print each with colours, a picture of the source or
 * a stack; of the first its sentence and its place are shown.
 */
export function buildFailure(error: unknown): string {
  const gathered = (error as { errors?: readonly unknown[] } | null)?.errors ?? [];
  const [first = error] = gathered;
  const text = stripVTControlCharacters(first instanceof Error ? first.message : String(first));
  const [sentence = '', ...others] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [, place] = PICTURED_PLACE.exec(others.join('\n')) ?? [];
  const more = gathered.length > 1 ? `, and ${gathered.length - 1} more` : '';
  return sentence + (place === undefined ? '' : ` (${place.trim()})`) + more;
}
