import type { ByteSource } from '../byte-source.ts';
import type { Container } from '../sniff.ts';
import { NativeContainerError } from './error.ts';
import { planIsobmff, readIsobmffRecord } from './isobmff.ts';
import type { EmbeddingPlan } from './plan.ts';
import { type DocumentPieces, decodeRecord, encodeRecord } from './record.ts';
import { planWebm, readWebmRecord } from './webm.ts';
import { WindowedSource } from './window.ts';

/**
 * Ranged reads that a file may cost: bounds on a hostile one. Planning takes about one a fragment of a fragmented
 * file without index, so a real one of 10 GiB stays far below. Looking for a document takes one where it is at the
 * end; the rest is for the walk to one that something was appended to.
 */
const MAX_PLANNING_READS = 50_000;
const MAX_LOOKUP_READS = 500;

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
  const windowed = new WindowedSource(source, MAX_PLANNING_READS);
  await windowed.readTail();
  return container === 'webm' ? planWebm(windowed, record) : planIsobmff(windowed, record);
}

/**
 * The document embedded in a native export, its hash verified; null where there is none or it is damaged.
 * Never throws for what the file holds, only when `source` fails to read.
 */
export async function readEmbedded(container: Container, source: ByteSource): Promise<Uint8Array | null> {
  const windowed = new WindowedSource(source, MAX_LOOKUP_READS);
  try {
    await windowed.readTail();
    const record = await (container === 'webm' ? readWebmRecord(windowed) : readIsobmffRecord(windowed));
    return record && (await decodeRecord(record));
  } catch (error) {
    if (error instanceof NativeContainerError) return null;
    throw error;
  }
}
