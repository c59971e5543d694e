import { findSegment, Id } from '../container/ebml.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import { elementHeader, encodeSize, smallElement } from './ebml-writing.ts';
import { NativeContainerError } from './error.ts';
import { copy, type EmbeddingPlan, makePlan, type PlanSegment } from './plan.ts';
import { findRecord, type RecordElement } from './record.ts';
import { seekEntryPatch } from './webm-seek-head.ts';
import { endsWithWholeElement } from './webm-tail.ts';

const TAG_NAME = Buffer.from('VMS_METADATA', 'latin1');

/** The one Segment of a WebM file. Offsets in the file. */
interface Segment {
  readonly sizeStart: number;
  readonly dataStart: number;
  readonly sizeKnown: boolean;
}

/** Everything of our Tags element that precedes the record, which is the data of its TagBinary and its end. */
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
 * The original with `record` in a Tags element at the end of its Segment, the Segment's size adapted, and, where a
 * Void behind the SeekHead gives room for it, an entry that leads readers there. Positions in Matroska count from
 * the Segment's data, so that none of them changes. A document embedded earlier is replaced.
 * @throws NativeContainerError `truncated`, `malformed`.
 */
export async function planWebm(reader: StructureReader, record: Uint8Array): Promise<EmbeddingPlan> {
  const segment = await readSegment(reader);
  const embedded = await embeddedTags(reader, segment);
  if (!segment.sizeKnown && !embedded && !(await endsWithWholeElement(reader, segment.dataStart))) {
    throw new NativeContainerError('truncated', 'the last cluster of the file is cut off');
  }
  const mediaEnd = embedded?.start ?? reader.size;
  const header = tagsHeader(record.length);
  const size = encodeSize(mediaEnd + header.length + record.length - segment.dataStart, 8);
  const seekEntry = await seekEntryPatch(reader, segment.dataStart, mediaEnd);
  return makePlan([
    copy(0, segment.sizeStart),
    segment.sizeKnown ? { bytes: size } : copy(segment.sizeStart, segment.dataStart),
    ...patched(segment.dataStart, mediaEnd, seekEntry),
    { bytes: header },
    { bytes: record },
  ]);
}

const patched = (
  start: number,
  end: number,
  patch: { start: number; bytes: Uint8Array } | null,
): PlanSegment[] =>
  patch === null
    ? [copy(start, end)]
    : [copy(start, patch.start), { bytes: patch.bytes }, copy(patch.start + patch.bytes.length, end)];

export const findWebmRecord = async (reader: StructureReader): Promise<RecordElement | null> =>
  embeddedTags(reader, await readSegment(reader));

async function embeddedTags(reader: StructureReader, segment: Segment): Promise<RecordElement | null> {
  const found = await findRecord(reader, reader.size, tagsHeader);
  return found && found.start >= segment.dataStart ? found : null;
}

/** @throws NativeContainerError unless the file is an EBML header and one Segment that ends where the file does. */
async function readSegment(reader: StructureReader): Promise<Segment> {
  const segment = await findSegment(reader);
  if (segment === null) throw new NativeContainerError('malformed', 'the file has no Segment');
  if (segment.end !== null && segment.end > reader.size) {
    throw new NativeContainerError('truncated', 'the Segment is cut off');
  }
  if (segment.end !== null && segment.end < reader.size) {
    throw new NativeContainerError(
      'malformed',
      `bytes follow the Segment, which ends at byte ${segment.end}`,
    );
  }
  return { sizeStart: segment.start + 4, dataStart: segment.dataStart, sizeKnown: segment.end !== null };
}
