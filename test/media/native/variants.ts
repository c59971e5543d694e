import { Id, parseElement } from '../../../shared/media/container/ebml.ts';
import { encodeUint } from '../../../shared/media/native/ebml-writing.ts';

/** Sets the size field of the last box, which must be mdat, to 0: "to the end of the file". */
export function withOpenEnd(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  const start = changed.lastIndexOf('mdat', undefined, 'latin1') - 4;
  if (changed.readUInt32BE(start) !== changed.length - start) throw new Error('mdat is not the last box');
  changed.writeUInt32BE(0, start);
  return changed;
}

/** A WebM file as a browser records it: neither the Segment nor its Clusters have a size; no SeekHead, no Cues. */
export function withoutSizes(file: Buffer): Buffer {
  const recorded = withoutSeekHead(file.subarray(0, find(file, Id.cues, find(file, Id.cluster)).start));
  for (const id of [Id.segment, Id.cluster]) {
    const { start, dataStart } = find(recorded, id);
    const sizeBytes = dataStart - start - 4;
    recorded.fill(0xff, start + 4, dataStart);
    recorded.writeUInt8((1 << (9 - sizeBytes)) - 1, start + 4);
  }
  return recorded;
}

/** The SeekHead turned into a Void of the same length. */
export function withoutSeekHead(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  const { start, end } = find(changed, Id.seekHead);
  changed.writeUInt8(Id.void, start);
  changed.writeUInt16BE(0x4000 + end - start - 3, start + 1);
  return changed;
}

/** The first element with that id, behind `after` where given. */
export function find(
  file: Buffer,
  id: number,
  after?: { dataStart: number },
): { start: number; dataStart: number; end: number } {
  const start = file.indexOf(encodeUint(id), after?.dataStart);
  const element = start === -1 ? null : parseElement(file, start);
  if (!element) throw new Error(`there is no element ${id.toString(16)}`);
  return { ...element, end: element.end ?? file.length };
}
