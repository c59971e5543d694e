import {
  CustomSource,
  type EncodedPacket,
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
import { FieldReader } from '../bitstream/h264-fields.ts';
import { type Edit, readEdit } from '../container/edit-list.ts';
import { fragmentStarts } from '../container/fragment-starts.ts';
import { withoutBoxes } from '../container/hidden-boxes.ts';
import { fileBox, findBox } from '../container/iso-boxes.ts';
import { filledSampleTables } from '../container/movie-samples.ts';
import { requireContainer } from '../container/require-container.ts';
import { StructureReader } from '../container/structure-reader.ts';
import { MediaError } from '../headers/media-error.ts';
import { ChainedPackets, type Packets } from './chained-packets.ts';
import { type Configurations, configurationsOf } from './configurations.ts';
import { applyEdit, spreadNegativeDurations, timeFragments } from './corrected-times.ts';
import { emptyMissingSamples } from './missing-data.ts';
import { PairedFields } from './paired-fields.ts';
import { boundParser, endSearches, type ParserGuard, type ParserReader } from './parser-guards.ts';

/** The video track of an opened file. Everything read through it goes to the ByteSource it was opened on. */
export interface DemuxedVideo extends Disposable {
  readonly container: Container;
  readonly track: InputVideoTrack;
  readonly configurations: Configurations;
  readonly packets: Packets;
  /** Whether a packet, got after all before it, has half a picture that is never shown. */
  readonly isUnshownField: (packet: EncodedPacket) => boolean;
  /** Whether the data of a packet, which is empty then, would be beyond the end of the file. */
  readonly isMissing: (packet: EncodedPacket) => boolean;
  /** The part of the track that is shown; null: all of it. */
  readonly edit: Edit | null;
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
  const configurations = await configurationsOf(track, container === 'webm' ? null : structure);
  const fields = await fieldReaders(track, configurations);
  // Only the samples themselves tell whether they are fields.
  if (fields && access === 'scattered') return openVideo(source, 'sequential', guard);
  const timescale = Math.ceil(await track.getTimeResolution());
  const {
    packets: samples,
    edit,
    isMissing,
  } = container === 'webm'
    ? { packets: new EncodedPacketSink(track), edit: null, isMissing: () => false }
    : await isobmffPackets(structure, source, track, open);
  const opened = resources.move();
  const pairs = fields && new PairedFields(samples, (sample) => fields[configurations.of(sample) ?? -1]);
  return {
    container,
    track,
    configurations,
    packets: pairs ?? samples,
    isUnshownField: (packet) => pairs?.isUnshownField(packet) ?? false,
    isMissing,
    edit,
    timescale,
    [Symbol.dispose]: () => opened.dispose(),
  };
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

/** One for each configuration of a track whose samples may be fields; null where none is. */
async function fieldReaders(
  track: InputVideoTrack,
  configurations: Configurations,
): Promise<FieldReader[] | null> {
  const { all } = configurations;
  if (all.some(({ codec }) => codec !== 'avc' && codec !== null)) return null;
  const readers = all.map(({ record }) => new FieldReader(record));
  // Parameter sets may stand in the packets alone.
  const first = readers.some(({ isInformed }) => isInformed)
    ? null
    : await new EncodedPacketSink(track).getFirstPacket();
  if (first) readers[configurations.of(first) ?? -1]?.read(first.data);
  return readers.some(({ expectsFields }) => expectsFields) ? readers : null;
}

async function openTrack(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (track) return track;
  const tracks = await input.getTracks();
  throw tracks.length > 0
    ? new MediaError('no-video-track', 'The file has no video track.')
    : new MediaError('malformed', 'The file holds no readable track.');
}

/**
 * The packets of a track of MP4 or MOV. mediabunny takes those of a movie with fragments (`mvex`, ISO/IEC 14496-12,
 * 8.8.1) from one place only: in the file without its sample tables those of the fragments.
 */
async function isobmffPackets(
  structure: StructureReader,
  source: ByteSource,
  track: InputVideoTrack,
  open: (source: ByteSource) => Promise<InputVideoTrack>,
): Promise<Pick<DemuxedVideo, 'packets' | 'edit' | 'isMissing'>> {
  const movie = await findBox(structure, fileBox(structure), 'moov');
  const edit = movie ? await readEdit(structure, movie, track.id) : null;
  if (edit) applyEdit(track, edit);
  spreadNegativeDurations(track);
  const missing = [emptyMissingSamples(track, source.size)];
  const isMissing = ({ sequenceNumber }: EncodedPacket): boolean =>
    missing.some((samples) => samples.has(sequenceNumber));
  const packets = new EncodedPacketSink(track);
  if (!movie || !(await findBox(structure, movie, 'mvex'))) return { packets, edit, isMissing };

  const tables = await filledSampleTables(structure, movie);
  const untimed = await fragmentStarts(structure, movie, track.id);
  const hidden = [...tables, ...(untimed?.negative ?? [])].sort((a, b) => a.start - b.start);
  const fragmented = hidden.length === 0 ? track : await open(withoutBoxes(source, hidden));
  if (edit) applyEdit(fragmented, edit);
  if (untimed) timeFragments(fragmented, untimed.starts);
  if (fragmented !== track) missing.push(emptyMissingSamples(fragmented, source.size));
  const fragments = new EncodedPacketSink(fragmented);
  return {
    packets: tables.length === 0 ? fragments : new ChainedPackets(packets, fragments),
    edit,
    isMissing,
  };
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
