import {
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  Mp4InputFormat,
  QuickTimeInputFormat,
  WebMInputFormat,
} from 'mediabunny';
import type { ByteSource } from './byte-source.ts';
import type { StructureReader } from './container/structure-reader.ts';
import { MediaError } from './media-error.ts';
import { type Container, requireContainer } from './sniff.ts';

/** The video track of an opened file. Everything read through it goes to the ByteSource it was opened on. */
export interface DemuxedVideo extends Disposable {
  readonly container: Container;
  readonly track: InputVideoTrack;
  readonly packets: EncodedPacketSink;
  /** Ticks a second: the track's time resolution, rounded up to a whole number. */
  readonly timescale: number;
}

/** Which bytes will be wanted: small pieces all over the file, or long stretches in order. */
export type AccessPattern = 'scattered' | 'sequential';

// What the demuxer would print about odd files is of use to nobody who runs the service.
Logging.level = LogLevel.Silent;

/** No sample table, fragment header, cluster or packet of a sane file comes near this size, in bytes. */
const maxReadLength = 128 * 2 ** 20;

/** Read-ahead cache, in bytes. */
const cacheSize = 16 * 2 ** 20;

/**
 * Opens the main video track of a file.
 *
 * @param budget what the demuxer looks at on its way is counted there as well
 * @throws MediaError `not-a-video`, `no-video-track`, `malformed`
 */
export async function openVideo(
  source: ByteSource,
  access: AccessPattern,
  budget?: StructureReader,
): Promise<DemuxedVideo> {
  const container = await requireContainer(source);
  const input = new Input({
    source: toMediabunny(source, access),
    formats: [sniffedFormat(container, source.size, budget)],
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) {
      const tracks = await input.getTracks();
      throw tracks.length > 0
        ? new MediaError('no-video-track', 'The file has no video track.')
        : new MediaError('malformed', 'The file holds no readable track.');
    }
    return {
      container,
      track,
      packets: new EncodedPacketSink(track),
      timescale: Math.ceil(await track.getTimeResolution()),
      [Symbol.dispose]: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** What is used of mediabunny's inside: the reader that all its parsers share. */
interface ParserInput {
  readonly _reader: {
    /** Between `min` and `max` bytes from `start` on; null where there are fewer than `min`. */
    requestSliceRange(start: number, min: number, max: number): unknown;
  };
}

/**
 * The demuxer for a container that is already known. mediabunny's own detection is bypassed because it does not
 * take a QuickTime file without `ftyp`; the method is internal to it, so the tests hold a file of that kind.
 */
function sniffedFormat(
  container: Container,
  size: number,
  budget: StructureReader | undefined,
): Mp4InputFormat | QuickTimeInputFormat | WebMInputFormat {
  const format = { mp4: Mp4InputFormat, mov: QuickTimeInputFormat, webm: WebMInputFormat }[container];
  return Object.assign(new format(), {
    async _canReadInput({ _reader }: ParserInput) {
      endSearches(_reader, size);
      if (budget) countElements(_reader, budget);
      return true;
    },
  });
}

/** Bytes of the longest EBML element id that mediabunny looks for. */
const LONGEST_ID = 8;

/**
 * After junk, mediabunny 1.61 searches for the next WebM element (`resync`; no other request has a minimum of 0). That
 * search never ends when as many bytes are left as the longest id has, and it finds an element of impossible size
 * again and again where it stands. In both cases the search is told that there is nothing more.
 */
function endSearches(reader: ParserInput['_reader'], size: number): void {
  const request = reader.requestSliceRange.bind(reader);
  let searchedFrom: number | null = null;
  reader.requestSliceRange = (start, min, max) => {
    const isSearch = min === 0;
    const again = searchedFrom === start;
    searchedFrom = isSearch || again ? start : null;
    if (isSearch && (again || Math.min(max, size - start) <= LONGEST_ID)) return null;
    return request(start, min, max);
  };
}

/** Headers are the only thing that mediabunny asks for by a range of lengths. */
function countElements(reader: ParserInput['_reader'], budget: StructureReader): void {
  const request = reader.requestSliceRange.bind(reader);
  reader.requestSliceRange = (start, min, max) => {
    budget.countElement();
    return request(start, min, max);
  };
}

function toMediabunny(source: ByteSource, access: AccessPattern): CustomSource {
  return new CustomSource({
    getSize: () => source.size,
    read: (start, end) => {
      if (end - start > maxReadLength) {
        throw new MediaError('malformed', `A part of the file announces ${end - start} bytes.`);
      }
      return source.read(start, end);
    },
    maxCacheSize: cacheSize,
    prefetchProfile: access === 'sequential' ? 'network' : 'fileSystem',
    // A read-ahead that fails while nobody waits for it is repeated, and reported, when its bytes are wanted.
    handleUnhandledError: () => {},
  });
}
