import type { Piece } from '../../kernel/bytes/piece.ts';
import { closingMfra } from '../container/closing-mfra.ts';
import { boxesWithin, fileBox } from '../container/iso-boxes.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import type { IsoBox } from '../headers/box-header.ts';
import { MediaError } from '../headers/media-error.ts';
import { NativeContainerError } from './native-container-error.ts';
import { copy, type EmbeddingPlan, makePlan } from './plan.ts';
import { findRecord, type RecordElement } from './record.ts';

/** The extended type of our `uuid` box: 6d502915-71cc-4025-9bb5-1201a840a512. */
const USER_TYPE = Buffer.from('6d50291571cc40259bb51201a840a512', 'hex');
const UUID_HEADER_BYTES = 8 + USER_TYPE.length;

function uuidBoxHeader(recordBytes: number): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(UUID_HEADER_BYTES + recordBytes);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, USER_TYPE]);
}

/**
 * The original with `record` in a top-level `uuid` box after its last box, or before a closing `mfra`, which must
 * stay last because readers look for it there. No byte that an offset in the file points to moves. A document
 * embedded earlier is replaced.
 * @throws NativeContainerError `malformed` if there is no movie
 */
export async function planIsobmff(reader: StructureReader, record: Uint8Array): Promise<EmbeddingPlan> {
  const tail = await readTail(reader);
  const media =
    tail.embedded || tail.closingStart < reader.size
      ? [copy(0, tail.embedded?.start ?? tail.closingStart)]
      : await closedMedia(reader);
  return makePlan([
    ...media,
    { bytes: uuidBoxHeader(record.length) },
    { bytes: record },
    copy(tail.closingStart, reader.size),
  ]);
}

/**
 * The record in the closing `uuid` box or, if something was appended after it, in the last such box of the file. A
 * box of ours without a record counts as an empty record if there is no other.
 */
export async function findIsobmffRecord(reader: StructureReader): Promise<RecordElement | null> {
  const { embedded } = await readTail(reader);
  if (embedded) return embedded;
  let last: RecordElement | null = null;
  for await (const box of topLevelBoxes(reader)) {
    if (!(await isOurs(reader, box))) continue;
    last = (await findRecord(reader, box.end, uuidBoxHeader)) ?? last ?? { ...box, recordStart: box.end };
  }
  return last;
}

/**
 * What the last bytes show: where a closing `mfra` begins (the file's size if there is none), and our box before
 * it. Either proves that a box ends there, which saves the walk over a file of thousands of fragments.
 */
async function readTail(
  reader: StructureReader,
): Promise<{ closingStart: number; embedded: RecordElement | null }> {
  const closingStart = (await closingMfra(reader))?.start ?? reader.size;
  return { closingStart, embedded: await findRecord(reader, closingStart, uuidBoxHeader) };
}

/**
 * The whole file with its last box closed, if that is open-ended or ends beyond the file, and with boxes of ours
 * that are not at the end voided. Bytes that are not boxes stay unchanged, since samples may lie there.
 */
async function closedMedia(reader: StructureReader): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let copied = 0;
  const replace = ({ start, bytes }: Patch): void => {
    pieces.push(copy(copied, start), { bytes });
    copied = start + bytes.length;
  };
  let previous: IsoBox | null = null;
  let hasMovie = false;
  for await (const box of topLevelBoxes(reader)) {
    hasMovie ||= box.type === 'moov';
    if (box.isOpenEnded || box.end > reader.size) {
      const patch = closingPatch(box, previous, reader.size);
      if (patch) replace(patch);
    } else if (await isOurs(reader, box)) {
      replace({ start: box.start + 4, bytes: Buffer.from('free', 'latin1') });
    }
    previous = box;
  }
  if (!hasMovie) throw new NativeContainerError('malformed', 'the file has no moov box');
  return [...pieces, copy(copied, reader.size)];
}

/** Bytes to write over those from `start` on. */
interface Patch {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/**
 * The bytes that make the last box end with the file. A size beyond 32 bits takes the 8 bytes of an empty box
 * before it: QuickTime writes `wide` there for this purpose. Null if there is no room; then the box stays open.
 */
function closingPatch(box: IsoBox, previous: IsoBox | null, fileSize: number): Patch | null {
  const size = fileSize - box.start;
  if (box.contentStart - box.start === 16) {
    return box.contentStart > fileSize ? null : { start: box.start + 8, bytes: uint64(size) };
  }
  if (size <= 0xffffffff) return { start: box.start, bytes: uint64(size).subarray(4) };
  const room =
    previous && ['wide', 'free', 'skip'].includes(previous.type) && box.start - previous.start === 8;
  if (!room) return null;
  const header = Buffer.alloc(8);
  header.writeUInt32BE(1);
  header.write(box.type, 4, 'latin1');
  return { start: previous.start, bytes: Buffer.concat([header, uint64(size + 8)]) };
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/**
 * The boxes of the file up to the first invalid one, the end, or the end of the budget; the last may end beyond the
 * file.
 */
async function* topLevelBoxes(reader: StructureReader): AsyncGenerator<IsoBox> {
  try {
    for await (const box of boxesWithin(reader, fileBox(reader))) {
      if (!/^[\x20-\x7e\xa9]{4}$/.test(box.type)) return;
      yield box;
    }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
  }
}

async function isOurs(reader: StructureReader, { type, contentStart, end }: IsoBox): Promise<boolean> {
  const userTypeEnd = contentStart + USER_TYPE.length;
  if (type !== 'uuid' || end < userTypeEnd || end > reader.size) return false;
  return USER_TYPE.equals(await reader.read(contentStart, userTypeEnd));
}
