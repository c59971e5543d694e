import type { IsoBox } from '../headers/box-header.ts';
import { MediaError } from '../headers/media-error.ts';
import { HEADER_WITHOUT_SEGMENTS, SEGMENT_WITHOUT_HEADER } from '../headers/other-files.ts';
import { boxContent, boxesWithin, childBoxes, fileBox, findBox } from './iso-boxes.ts';
import { isoTracks } from './iso-tracks.ts';
import { filledSampleTables, sampleCount } from './movie-samples.ts';
import type { StructureReader } from './structure-reader.ts';

const refusal = (message: string): MediaError => new MediaError('unsupported-header', message);

/**
 * Refuses a file without tracks whose header is elsewhere, or in a form of QuickTime that browsers do not open either.
 *
 * @throws MediaError `unsupported-header`, `too-many-elements`
 */
export async function requireReadableMovie(reader: StructureReader): Promise<void> {
  const types = new Set<string>();
  for await (const { type } of boxesWithin(reader, fileBox(reader))) types.add(type);
  if (types.has('moof') && !types.has('moov')) {
    const { name, advice } = SEGMENT_WITHOUT_HEADER;
    throw refusal(`The file is ${name}. ${advice}`);
  }
  if (await findBox(reader, fileBox(reader), 'moov', 'cmov')) {
    throw refusal(
      'The header of the file is compressed (cmov of QuickTime), which browsers do not open. Rewrite it, for example ' +
        'with FFmpeg, which leaves the video as it is: ffmpeg -i FILE -c copy NEW.mp4',
    );
  }
  if (await findBox(reader, fileBox(reader), 'moov', 'rmra')) {
    throw refusal(
      'The file is a reference movie of QuickTime, which only names its video. Upload the file that it names.',
    );
  }
}

/**
 * Refuses the header of a movie in fragments (`mvex`, ISO/IEC 14496-12, 8.8.1) without any: the first file of a stream; and a movie
 * without fragments whose videos have tables of no samples.
 * @throws MediaError `unsupported-header`, `no-frames`, `too-many-elements`
 */
export async function requireSamples(reader: StructureReader): Promise<void> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  if (!movie || (await findBox(reader, fileBox(reader), 'moof'))) return;
  if (!(await findBox(reader, movie, 'mvex'))) {
    for await (const { box, isVideo } of isoTracks(reader))
      if (isVideo && (await sampleCount(reader, box)) !== 0) return;
    throw new MediaError('no-frames', 'The video has no frames.');
  }
  if ((await filledSampleTables(reader, movie)).length > 0) return;
  const { name, advice } = HEADER_WITHOUT_SEGMENTS;
  throw refusal(`The file is ${name}. ${advice}`);
}

/** Version and flags. */
const REFERENCE_HEADER_BYTES = 4;
const IN_THIS_FILE = 0x1;
/** Version, flags and the number of entries. */
const TABLE_HEADER_BYTES = 8;

/**
 * Refuses a track whose samples are in another file (`dref`, ISO/IEC 14496-12, 8.7.2; QuickTime's `alis`).
 * @throws MediaError `unsupported-header`, `too-many-elements`
 */
export async function requireOwnData(reader: StructureReader, track: IsoBox): Promise<void> {
  const table = await findBox(reader, track, 'mdia', 'minf', 'dinf', 'dref');
  if (!table) return;
  let others = 0;
  const entries = { ...table, contentStart: table.contentStart + TABLE_HEADER_BYTES };
  for await (const reference of childBoxes(reader, entries)) {
    const content = await boxContent(reader, reference, REFERENCE_HEADER_BYTES + 1);
    // Sloppy muxers leave out the flag, and then the name as well.
    const isNamed =
      content.byteLength > REFERENCE_HEADER_BYTES && content.getUint8(REFERENCE_HEADER_BYTES) > 0;
    const isOther = reference.type === 'alis' ? content.byteLength > REFERENCE_HEADER_BYTES : isNamed;
    if (!isOther || (content.getUint32(0) & IN_THIS_FILE) !== 0) return;
    others += 1;
  }
  if (others === 0) return;
  throw refusal(
    'The file only names the file that holds its video. Save it as a movie of its own, with all it needs.',
  );
}
