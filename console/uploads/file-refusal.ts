import { recogniseFile, SNIFF_BYTES } from '../../shared/media/headers/sniff-container.ts';

/** Why the service would refuse a file, as far as its first bytes say so; null where they do not, or cannot be read. */
export async function fileRefusal(file: File): Promise<string | null> {
  const head = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => null);
  const found = head && recogniseFile(new Uint8Array(head));
  return found !== null && 'refusal' in found ? found.refusal : null;
}
