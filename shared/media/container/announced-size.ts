import type { Container } from '../../contract/video-formats.ts';
import { findSegment } from './ebml.ts';
import { boxesWithin, fileBox } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/**
 * The minimum length of a file in bytes according to its outermost structure; a shorter file was cut off. 0 for a
 * Segment of unknown size (a live recording).
 *
 * @throws MediaError `too-many-elements`
 */
export async function announcedSize(reader: StructureReader, container: Container): Promise<number> {
  if (container === 'webm') return (await findSegment(reader))?.end ?? 0;
  let end = 0;
  for await (const box of boxesWithin(reader, fileBox(reader))) end = box.end;
  return end;
}
