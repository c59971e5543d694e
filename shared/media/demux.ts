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
import { MediaError } from './media-error.ts';
import { boundParser, endSearches, type ParserGuard, type ParserReader } from './parser-guards.ts';
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
 * @param guard where the file has not been looked at before
 * @throws MediaError `not-a-video`, `no-video-track`, `malformed`
 */
export async function openVideo(
  source: ByteSource,
  access: AccessPattern,
  guard?: ParserGuard,
): Promise<DemuxedVideo> {
  const container = await requireContainer(source);
  const input = new Input({
    source: toMediabunny(source, access),
    formats: [sniffedFormat(container, source.size, guard)],
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

/**
 * The demuxer for a container that is already known. mediabunny's own detection is bypassed because it does not
 * take a QuickTime file without `ftyp`; the method is internal to it, so the tests hold a file of that kind.
 */
function sniffedFormat(
  container: Container,
  size: number,
  guard: ParserGuard | undefined,
): Mp4InputFormat | QuickTimeInputFormat | WebMInputFormat {
  const format = { mp4: Mp4InputFormat, mov: QuickTimeInputFormat, webm: WebMInputFormat }[container];
  return Object.assign(new format(), {
    async _canReadInput({ _reader }: { readonly _reader: ParserReader }) {
      endSearches(_reader, size);
      if (guard) boundParser(_reader, guard);
      return true;
    },
  });
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
