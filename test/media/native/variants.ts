import { Id, parseElement } from '../../../shared/media/headers/ebml-element.ts';
import { encodeUint } from '../../../shared/media/native/ebml-writing.ts';

/** Sets the size field of the last box, which must be mdat, to 0: "to the end of the file". */
export function withOpenEnd(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  const start = changed.lastIndexOf('mdat', undefined, 'latin1') - 4;
  if (changed.readUInt32BE(start) !== changed.length - start) throw new Error('mdat is not the last box');
  changed.writeUInt32BE(0, start);
  return changed;
}

/** The last box says that it is 8 bytes longer than it is. */
export function withOverrun(file: Buffer): Buffer {
  const changed = withOpenEnd(file);
  const start = changed.lastIndexOf('mdat', undefined, 'latin1') - 4;
  changed.writeUInt32BE(changed.length - start + 8, start);
  return changed;
}

/** A WebM file as a browser records it: neither the Segment nor its one Cluster has a size; no SeekHead, no Cues. */
export function withoutSizes(file: Buffer): Buffer {
  const recorded = withoutSeekHead(file.subarray(0, find(file, Id.cues, find(file, Id.cluster)).start));
  const unknown = Buffer.of(0xff);
  const segment = find(recorded, Id.segment);
  const cluster = find(recorded, Id.cluster);
  return Buffer.concat([
    ...[recorded.subarray(0, segment.start + 4), unknown],
    ...[recorded.subarray(segment.dataStart, cluster.start + 4), unknown],
    recorded.subarray(cluster.dataStart),
  ]);
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
