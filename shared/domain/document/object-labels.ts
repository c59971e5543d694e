import { LIMITS } from '../../contract/limits.ts';
import type { Sections } from './document.ts';

/**
 * The labels of a document's objects, each once, by which videos are found: as many as are kept of a video, in the order
 * of their UTF-16 code units.
 */
export function objectLabels(objects: Sections['objects']): string[] {
  const labels = [...new Set(Object.values(objects).map(({ label }) => label))].sort();
  const kept: string[] = [];
  let bytes = 0;
  for (const label of labels.slice(0, LIMITS.videoLabels)) {
    bytes += Buffer.byteLength(label);
    if (bytes > LIMITS.videoLabelBytes) break;
    kept.push(label);
  }
  return kept;
}
