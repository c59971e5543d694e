import type { ByteSource } from '../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { readEmbedded } from '../../shared/media/native/embedding.ts';
import type { VideoProbe } from '../../shared/media/probe/video-probe.ts';

/** Every frame must decode; what it shows does not matter here. */
const PICTURE = { width: 32, height: 32, format: 'gray8' } as const;

interface VerifyOptions {
  /** Frames that the video had before the export. */
  frameCount: number;
  /** UTF-8 JSON: the document that must be embedded. */
  document: Uint8Array;
  onProgress: (decoded: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Checks that a native export plays, every frame of it, and carries the document byte for byte.
 * @returns what is wrong; empty when nothing is
 */
export async function verifyExport(
  source: ByteSource,
  { container, frames: index }: VideoProbe,
  { frameCount, document, onProgress, signal }: VerifyOptions,
): Promise<string[]> {
  const problems: string[] = [];
  const total = index.times.length;
  if (total !== frameCount) problems.push(`it has ${total} frames instead of ${frameCount}`);
  let decoded = 0;
  for await (const _ of decodeFrames(source, index, [...index.times.keys()], PICTURE, { signal })) {
    decoded++;
    onProgress(decoded, total);
  }
  if (decoded !== total) problems.push(`only ${decoded} of ${total} frames can be decoded`);
  const embedded = await readEmbedded(container, source);
  if (embedded === null) problems.push('no document is embedded');
  else if (!Buffer.from(embedded).equals(document)) problems.push('the embedded document is another one');
  return problems;
}
