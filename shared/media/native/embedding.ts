import type { ByteSource } from '../byte-source.ts';
import { type StructureLimits, StructureReader } from '../container/structure-reader.ts';
import { MediaError } from '../media-error.ts';
import type { Container } from '../sniff.ts';
import { NativeContainerError } from './error.ts';
import { planIsobmff, readIsobmffRecord } from './isobmff.ts';
import type { EmbeddingPlan } from './plan.ts';
import { type DocumentPieces, decodeRecord, encodeRecord } from './record.ts';
import { planWebm, readWebmRecord } from './webm.ts';

/**
 * A document is at the end of the file; the rest is for the walk to one that something was appended to. It ends early,
 * since nothing is lost with what is not found, and a fragmented file would be read through for it.
 */
const LOOKUP_LIMITS: StructureLimits = { elements: 10_000, bytes: 4 * 2 ** 20 };

/**
 * How to make the native export of a video: its own bytes with `document` (UTF-8 JSON, in pieces) embedded, nothing re-encoded.
 * Reads only element headers and the end of the file. The format is docs/native-container.md.
 * @throws NativeContainerError when the file is cut off or malformed, or the document too large.
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
 * The document embedded in a native export, its hash verified; null where there is none or it is damaged.
 * Never throws for what the file holds, only when `source` fails to read.
 */
export async function readEmbedded(container: Container, source: ByteSource): Promise<Uint8Array | null> {
  const reader = new StructureReader(source, LOOKUP_LIMITS);
  try {
    await reader.readTail();
    const record = await (container === 'webm' ? readWebmRecord(reader) : readIsobmffRecord(reader));
    return record && (await decodeRecord(record));
  } catch (error) {
    if (error instanceof NativeContainerError || error instanceof MediaError) return null;
    throw error;
  }
}
