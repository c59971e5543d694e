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
import type { Container } from '../../contract/video-formats.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { fragmentsOnly } from '../container/fragments-only.ts';
import { requireContainer } from '../container/sniff-container.ts';
import { StructureReader } from '../container/structure-reader.ts';
import { MediaError } from '../media-error.ts';
import { ChainedPackets, type Packets } from './chained-packets.ts';
import { boundParser, endSearches, type ParserGuard, type ParserReader } from './parser-guards.ts';

/** The video track of an opened file. Everything read through it goes to the ByteSource it was opened on. */
export interface DemuxedVideo extends Disposable {
  readonly container: Container;
  readonly track: InputVideoTrack;
  readonly packets: Packets;
  /** Ticks a second: the track's time resolution, rounded up to a whole number. */
  readonly timescale: number;
}

/** The order of reading: small ranges all over the file, or long ranges in order. */
type AccessPattern = 'scattered' | 'sequential';

// The demuxer's notes on odd files are of no use to operators.
Logging.level = LogLevel.Silent;

/** Larger than any sample table, fragment header, cluster or packet of a valid file, in bytes. */
const MAX_READ_BYTES = 128 * 2 ** 20;

/** Read-ahead cache, in bytes. */
const CACHE_BYTES = 16 * 2 ** 20;

/**
 * Opens the main video track of a file.
 *
 * @param guard for a file that has not been checked before
 * @throws MediaError `not-a-video`, `no-video-track`, `malformed`
 */
export async function openVideo(
  source: ByteSource,
  access: AccessPattern,
  guard?: ParserGuard,
): Promise<DemuxedVideo> {
  const container = await requireContainer(source);
  using resources = new DisposableStack();
  const open = (bytes: ByteSource): Promise<InputVideoTrack> =>
    openTrack(resources.use(inputOf(bytes, container, access, guard)));
  const track = await open(source);
  const structure = guard?.structure ?? new StructureReader(source);
  const fragments = container === 'webm' ? null : await fragmentsOnly(structure, source);
  const packets = fragments
    ? await chained(new EncodedPacketSink(track), new EncodedPacketSink(await open(fragments)))
    : new EncodedPacketSink(track);
  const timescale = Math.ceil(await track.getTimeResolution());
  const opened = resources.move();
  return { container, track, packets, timescale, [Symbol.dispose]: () => opened.dispose() };
}

const inputOf = (
  source: ByteSource,
  container: Container,
  access: AccessPattern,
  guard: ParserGuard | undefined,
): Input =>
  new Input({
    source: toMediabunny(source, access),
    formats: [sniffedFormat(container, source.size, guard)],
  });

async function openTrack(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (track) return track;
  const tracks = await input.getTracks();
  throw tracks.length > 0
    ? new MediaError('no-video-track', 'The file has no video track.')
    : new MediaError('malformed', 'The file holds no readable track.');
}

/** The samples of the movie's tables, then those of its fragments, whose times continue where the tables end. */
async function chained(head: Packets, tail: Packets): Promise<Packets> {
  const metadataOnly = true;
  const [first, next] = [
    await head.getFirstPacket({ metadataOnly }),
    await tail.getFirstPacket({ metadataOnly }),
  ];
  // Fragments without `tfdt` would be timed as if nothing preceded them.
  if (first && next && next.timestamp <= first.timestamp) {
    throw new MediaError('malformed', 'The fragments of the file do not say when they begin.');
  }
  return new ChainedPackets(head, tail);
}

/**
 * The demuxer for a known container. mediabunny's own detection is bypassed because it refuses QuickTime files
 * without `ftyp`; the method is internal to mediabunny, so a test with such a file guards it.
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
      if (end - start > MAX_READ_BYTES) {
        throw new MediaError('malformed', `A part of the file announces ${end - start} bytes.`);
      }
      return source.read(start, end);
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: access === 'sequential' ? 'network' : 'fileSystem',
    // A failed read-ahead is repeated, and reported, when its bytes are needed.
    handleUnhandledError: () => {},
  });
}
