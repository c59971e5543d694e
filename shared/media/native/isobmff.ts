import type { ByteSource } from '../byte-source.ts';
import { NativeContainerError } from './error.ts';
import { copy, type EmbeddingPlan, makePlan, type PlanSegment } from './plan.ts';
import { findRecord, type RecordElement } from './record.ts';

/** The extended type of our `uuid` box: 6d502915-71cc-4025-9bb5-1201a840a512. */
const USER_TYPE = Buffer.from('6d50291571cc40259bb51201a840a512', 'hex');
const UUID_HEADER_BYTES = 8 + USER_TYPE.length;
const MFRO_BYTES = 16;

/** A top-level box of ISO/IEC 14496-12 §4.2 (or QuickTime atom); offsets in the file, end exclusive. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Its size field is 0: it extends to the end of the file. */
  readonly openEnded: boolean;
  readonly ours: boolean;
}

function uuidBoxHeader(recordBytes: number): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(UUID_HEADER_BYTES + recordBytes);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, USER_TYPE]);
}

/**
 * The original with `record` in a top-level `uuid` box behind its last box, or in front of a closing `mfra`, which
 * must stay last because readers look for it there. No byte that an offset in the file points to moves.
 * A document embedded earlier is replaced.
 * @throws NativeContainerError `truncated`, `malformed`, `unpatchable`.
 */
export async function planIsobmff(source: ByteSource, record: Uint8Array): Promise<EmbeddingPlan> {
  const tail = await readTail(source);
  const media =
    tail.embedded || tail.closingStart < source.size
      ? [copy(0, tail.embedded?.start ?? tail.closingStart)]
      : await checkedMedia(source);
  return makePlan([
    ...media,
    { bytes: uuidBoxHeader(record.length) },
    { bytes: record },
    copy(tail.closingStart, source.size),
  ]);
}

/** The record of the closing `uuid` box, or, when something was appended behind it, of the last one in the file. */
export async function readIsobmffRecord(source: ByteSource): Promise<Uint8Array | null> {
  const { embedded } = await readTail(source);
  if (embedded) return source.read(embedded.recordStart, embedded.end);
  let last: RecordElement | null = null;
  for await (const box of topLevelBoxes(source)) {
    if (box.ours) last = (await findRecord(source, box.end, uuidBoxHeader)) ?? last;
  }
  return last && source.read(last.recordStart, last.end);
}

/**
 * What the last bytes show: where a closing `mfra` begins (the file's size where there is none), and our box in
 * front of that. Either proves that a box ends there, which spares the walk over a file of thousands of fragments.
 */
async function readTail(
  source: ByteSource,
): Promise<{ closingStart: number; embedded: RecordElement | null }> {
  const closingStart = source.size - (await closingMfraBytes(source));
  return { closingStart, embedded: await findRecord(source, closingStart, uuidBoxHeader) };
}

/** Length of a movie fragment random access box at the end of the file, found by its `mfro` (§8.8.11), else 0. */
async function closingMfraBytes(source: ByteSource): Promise<number> {
  if (source.size < MFRO_BYTES + 8) return 0;
  const mfro = Buffer.from(await source.read(source.size - MFRO_BYTES, source.size));
  if (mfro.readUInt32BE(0) !== MFRO_BYTES || mfro.toString('latin1', 4, 8) !== 'mfro') return 0;
  const length = mfro.readUInt32BE(12);
  if (length < MFRO_BYTES + 8 || length > source.size) return 0;
  const start = source.size - length;
  const header = Buffer.from(await source.read(start, start + 8));
  return header.readUInt32BE(0) === length && header.toString('latin1', 4, 8) === 'mfra' ? length : 0;
}

/** The whole file, checked box by box, with an open end closed and boxes of ours that are not at the end voided. */
async function checkedMedia(source: ByteSource): Promise<PlanSegment[]> {
  const pieces: PlanSegment[] = [];
  let copied = 0;
  const replace = (start: number, bytes: Uint8Array): void => {
    pieces.push(copy(copied, start), { bytes });
    copied = start + bytes.length;
  };
  let previous: Box | null = null;
  let hasMovie = false;
  for await (const box of topLevelBoxes(source)) {
    hasMovie ||= box.type === 'moov';
    if (box.openEnded) {
      const header = closedHeader(box, previous);
      replace(box.start + 8 - header.length, header);
    } else if (box.ours) {
      replace(box.start + 4, Buffer.from('free', 'latin1'));
    }
    previous = box;
  }
  if (!hasMovie) throw new NativeContainerError('malformed', 'the file has no moov box');
  return [...pieces, copy(copied, source.size)];
}

/**
 * The header of a box that extends to the end of the file, with its size written out. A size beyond 32 bits takes
 * the 8 bytes of an empty box in front of it: QuickTime's `wide` stands there for this purpose.
 */
function closedHeader(box: Box, previous: Box | null): Uint8Array {
  const size = box.end - box.start;
  const header = Buffer.alloc(8);
  header.write(box.ours ? 'free' : box.type, 4, 'latin1');
  if (size <= 0xffffffff) {
    header.writeUInt32BE(size);
    return header;
  }
  const room =
    previous && ['wide', 'free', 'skip'].includes(previous.type) && box.start - previous.start === 8;
  if (!room) {
    throw new NativeContainerError(
      'unpatchable',
      `the size of the open-ended ${box.type} box exceeds 32 bits`,
    );
  }
  header.writeUInt32BE(1);
  const largeSize = Buffer.alloc(8);
  largeSize.writeBigUInt64BE(BigInt(size + 8));
  return Buffer.concat([header, largeSize]);
}

async function* topLevelBoxes(source: ByteSource): AsyncGenerator<Box> {
  for (let start = 0; start < source.size; ) {
    const box = await readBox(source, start);
    yield box;
    start = box.end;
  }
}

/** @throws NativeContainerError where no box starts, or where it does not end within the file. */
async function readBox(source: ByteSource, start: number): Promise<Box> {
  const left = source.size - start;
  const bytes = Buffer.from(await source.read(start, start + Math.min(left, UUID_HEADER_BYTES)));
  const type = bytes.toString('latin1', 4, 8);
  if (left < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(type)) {
    throw new NativeContainerError('malformed', `no box starts at byte ${start}`);
  }
  const size32 = bytes.readUInt32BE(0);
  const large = size32 === 1;
  if (large && left < 16)
    throw new NativeContainerError('truncated', `the ${type} box at byte ${start} is cut off`);
  const headerBytes = large ? 16 : 8;
  const size = large ? Number(bytes.readBigUInt64BE(8)) : size32 || left;
  if (size < headerBytes)
    throw new NativeContainerError('malformed', `the ${type} box at byte ${start} is too short`);
  if (size > left) throw new NativeContainerError('truncated', `the ${type} box at byte ${start} is cut off`);
  const ours =
    type === 'uuid' && size >= UUID_HEADER_BYTES && USER_TYPE.equals(bytes.subarray(8, UUID_HEADER_BYTES));
  return { type, start, end: start + size, openEnded: size32 === 0, ours };
}
