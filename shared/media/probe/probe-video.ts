import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import { requireContainer } from '../container/require-container.ts';
import { ReadingDeadline } from '../reading/reading-deadline.ts';
import { withSource } from '../reading/source-thread.ts';
import { DEFAULT_PROBE_LIMITS, type ProbeLimits, type VideoProbe } from './video-probe.ts';

/**
 * Probes a video: reads the header and the time of every frame, decodes nothing. MP4 and MOV are read in a few
 * ranged reads, WebM in one pass. The parser runs in a thread with a heap limit and a deadline, so no file can
 * stall or bring down the caller.
 *
 * @throws MediaError with the reason when the file is not a usable video; a failed read of `source` as it is
 */
export async function probeVideo(source: ByteSource, some: Partial<ProbeLimits> = {}): Promise<VideoProbe> {
  const limits: ProbeLimits = { ...DEFAULT_PROBE_LIMITS, ...some };
  using deadline = new ReadingDeadline(source.size, limits.timeoutMs);
  // Files that are not video are refused without starting a thread.
  await Promise.race([requireContainer(source), deadline.expired]);
  return await withSource(siblingModule(import.meta.url, 'probe-worker'), source, limits, deadline.expired);
}
