import type { Container } from '../../contract/video-formats.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { type StructureLimits, StructureReader } from '../container/structure-reader.ts';
import { MediaError } from '../headers/media-error.ts';
import { findIsobmffRecord, planIsobmff } from './isobmff.ts';
import { NativeContainerError } from './native-container-error.ts';
import type { EmbeddingPlan } from './plan.ts';
import { type DocumentPieces, decodeRecord, encodeRecord, type RecordElement } from './record.ts';
import { findWebmRecord, planWebm } from './webm.ts';

/**
 * The budget for finding a document. It is at the end of the file unless something was appended, and then the walk
 * to it ends early: nothing is lost with a document that is not found, and a fragmented file would be read in full.
 */
const LOOKUP_LIMITS: StructureLimits = { elements: 10_000, bytes: 4 * 2 ** 20 };

/**
 * Plans the native export of a video: its own bytes with `document` (UTF-8 JSON, in pieces) embedded, nothing
 * re-encoded. Reads only element headers and the end of the file. The format is docs/native-container.md.
 * @throws NativeContainerError when the file has no movie or Segment, its Segment is cut off, or the document is
 *   too large
 */
export async function planEmbedding(
  container: Container,
  source: ByteSource,
  document: DocumentPieces,
): Promise<EmbeddingPlan> {
  const record = await encodeRecord(document);
  const reader = new StructureReader(source);
  await reader.readTail();
  return container === 'webm' ? planWebm(reader, record) : planIsobmff(reader, record);
}

/**
 * The record embedded in a native export, which `decodeRecord` reads; null where there is none.
 * Never throws for what the file holds, only when `source` fails to read.
 */
export async function readRecord(container: Container, source: ByteSource): Promise<Uint8Array | null> {
  const reader = new StructureReader(source, LOOKUP_LIMITS);
  const found = await findRecord(container, reader);
  if (found === null) return null;
  const { recordStart, end } = found;
  if (recordStart === end) return new Uint8Array();
  // Long records bypass the reader, whose budget is for finding them.
  return reader.peek(recordStart, end) ?? source.read(recordStart, end);
}

/** The place of the record; null if there is none, or the file cannot be walked to it. */
async function findRecord(container: Container, reader: StructureReader): Promise<RecordElement | null> {
  try {
    await reader.readTail();
    return await (container === 'webm' ? findWebmRecord(reader) : findIsobmffRecord(reader));
  } catch (error) {
    if (error instanceof NativeContainerError || error instanceof MediaError) return null;
    throw error;
  }
}

/** The document embedded in a native export, its hash verified; null where there is none or it is damaged. */
export async function readEmbedded(container: Container, source: ByteSource): Promise<Uint8Array | null> {
  const record = await readRecord(container, source);
  return record && (await decodeRecord(record));
}
