import type { Piece } from '../../kernel/bytes/piece.ts';
import { findSegment } from '../container/ebml.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import { Id } from '../headers/ebml-element.ts';
import { elementHeader, encodeSize, smallElement } from './ebml-writing.ts';
import { NativeContainerError } from './native-container-error.ts';
import { copy, type EmbeddingPlan, makePlan } from './plan.ts';
import { findRecord, type RecordElement } from './record.ts';
import { seekEntryPatch } from './webm-seek-head.ts';
import { endOfWholeElements } from './webm-tail.ts';

const TAG_NAME = Buffer.from('VMS_METADATA', 'latin1');

/** The Segment of a WebM file, the first where several follow each other. Offsets in the file. */
interface Segment {
  readonly sizeStart: number;
  readonly dataStart: number;
  /** Its end; that of the file if its size is unknown. */
  readonly end: number;
  readonly sizeKnown: boolean;
}

/** The part of our Tags element before the record, which is the data of its TagBinary and ends the element. */
function tagsHeader(recordBytes: number): Uint8Array {
  const binary = elementHeader(Id.tagBinary, recordBytes);
  const name = smallElement(Id.tagName, TAG_NAME);
  const simpleTagBytes = name.length + binary.length + recordBytes;
  const simpleTag = elementHeader(Id.simpleTag, simpleTagBytes);
  // Empty Targets: the tag concerns the whole Segment.
  const targets = smallElement(Id.targets, new Uint8Array());
  const tagBytes = targets.length + simpleTag.length + simpleTagBytes;
  const tag = elementHeader(Id.tag, tagBytes);
  const tags = elementHeader(Id.tags, tag.length + tagBytes);
  return Buffer.concat([tags, tag, targets, simpleTag, name, binary]);
}

/**
 * The original with `record` in a Tags element at the end of its Segment, the Segment's size adapted, and, if a
 * Void after the SeekHead has room, an entry that points readers there. Positions in Matroska count from the
 * Segment's data, so none of them changes. A document embedded earlier is replaced. The remains of an element at
 * which a recording broke off are voided, since it would otherwise swallow what follows.
 * @throws NativeContainerError `truncated`, `malformed`
 */
export async function planWebm(reader: StructureReader, record: Uint8Array): Promise<EmbeddingPlan> {
  const segment = await readSegment(reader);
  const embedded = await embeddedTags(reader, segment);
  const mediaEnd = embedded?.start ?? segment.end;
  const wholeEnd =
    segment.sizeKnown || embedded ? mediaEnd : await endOfWholeElements(reader, segment.dataStart);
  const torn = voided(wholeEnd, mediaEnd);
  const tagsStart = torn.length > 0 ? mediaEnd : wholeEnd;
  const header = tagsHeader(record.length);
  const size = encodeSize(tagsStart + header.length + record.length - segment.dataStart, 8);
  const seekEntry = await seekEntryPatch(reader, segment.dataStart, tagsStart);
  return makePlan([
    copy(0, segment.sizeStart),
    segment.sizeKnown ? { bytes: size } : copy(segment.sizeStart, segment.dataStart),
    ...patched(segment.dataStart, wholeEnd, seekEntry),
    ...torn,
    { bytes: header },
    { bytes: record },
    copy(segment.end, reader.size),
  ]);
}

/** The bytes from `start` to `end` as the content of a Void; empty if they are too few for one. */
function voided(start: number, end: number): Piece[] {
  const length = end - start;
  if (length < 2) return [];
  const sizeBytes = length - 2 < 127 ? 1 : 8;
  const header = elementHeader(Id.void, length - 1 - sizeBytes, sizeBytes);
  return [{ bytes: header }, copy(start + header.length, end)];
}

const patched = (start: number, end: number, patch: { start: number; bytes: Uint8Array } | null): Piece[] =>
  patch === null
    ? [copy(start, end)]
    : [copy(start, patch.start), { bytes: patch.bytes }, copy(patch.start + patch.bytes.length, end)];

export const findWebmRecord = async (reader: StructureReader): Promise<RecordElement | null> =>
  embeddedTags(reader, await readSegment(reader));

async function embeddedTags(reader: StructureReader, segment: Segment): Promise<RecordElement | null> {
  const found = await findRecord(reader, segment.end, tagsHeader);
  return found && found.start >= segment.dataStart ? found : null;
}

/** @throws NativeContainerError if there is no Segment, or it is cut off */
async function readSegment(reader: StructureReader): Promise<Segment> {
  const segment = await findSegment(reader);
  if (segment === null) throw new NativeContainerError('malformed', 'the file has no Segment');
  if (segment.end !== null && segment.end > reader.size) {
    throw new NativeContainerError('truncated', 'the Segment is cut off');
  }
  return {
    sizeStart: segment.start + 4,
    dataStart: segment.dataStart,
    end: segment.end ?? reader.size,
    sizeKnown: segment.end !== null,
  };
}
