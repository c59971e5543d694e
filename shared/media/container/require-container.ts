import type { Container } from '../../contract/video-formats.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../headers/media-error.ts';
import { recogniseFile, SNIFF_BYTES } from '../headers/sniff-container.ts';

/**
 * The container of a file.
 * @throws MediaError `not-a-video` when it is none of the three
 */
export async function requireContainer(source: ByteSource): Promise<Container> {
  const length = Math.min(SNIFF_BYTES, source.size);
  const found = recogniseFile(length === 0 ? new Uint8Array() : await source.read(0, length));
  if ('refusal' in found) throw new MediaError('not-a-video', found.refusal);
  return found.container;
}
