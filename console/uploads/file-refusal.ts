import type { ByteSource } from '../../shared/kernel/bytes/byte-source.ts';
import { requireAnnouncedVideo } from '../../shared/media/container/announced-video.ts';
import { requireContainer } from '../../shared/media/container/require-container.ts';
import { type StructureLimits, StructureReader } from '../../shared/media/container/structure-reader.ts';
import { MediaError } from '../../shared/media/headers/media-error.ts';

/** More than headers need that say what is in a file; less than would keep a page busy. */
const LIMITS: StructureLimits = { elements: 20_000, bytes: 64 * 2 ** 20 };
/** For all reads, of a slow disk or a network drive, too. */
const LONGEST_MS = 5000;

/**
 * Why the service would refuse a file, as far as its headers say so, wherever in the file they are; null where they do
 * not, or cannot be read in time.
 */
export function fileRefusal(
  file: File,
  timeout: AbortSignal = AbortSignal.timeout(LONGEST_MS),
): Promise<string | null> {
  const tooLate = new Promise<null>((resolve) => {
    timeout.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([refusalBy(sourceOf(file, timeout)), tooLate]);
}

function sourceOf(file: File, signal: AbortSignal): ByteSource {
  return {
    size: file.size,
    async read(start, end) {
      signal.throwIfAborted();
      return new Uint8Array(await file.slice(start, end).arrayBuffer());
    },
  };
}

async function refusalBy(source: ByteSource): Promise<string | null> {
  try {
    await requireAnnouncedVideo(await requireContainer(source), new StructureReader(source, LIMITS));
    return null;
  } catch (error) {
    return error instanceof MediaError && error.reason !== 'too-many-elements' ? error.message : null;
  }
}
