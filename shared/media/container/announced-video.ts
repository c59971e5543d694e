import { type Container, VIDEO_CODECS_TEXT } from '../../contract/video-formats.ts';
import { MediaError } from '../media-error.ts';
import { formatName, isSupportedFormat } from './codecs.ts';
import { childElements, type EbmlElement, findSegment, Id } from './ebml.ts';
import { boxContent, boxesWithin, fileBox, findBox } from './iso-boxes.ts';
import { fourCharacters, isoTracks } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';
import { trackEntries } from './webm-tracks.ts';

/** A track as the file's header describes it. */
interface AnnouncedTrack {
  readonly isVideo: boolean;
  /** The sample entry of MP4 and MOV, the CodecID of WebM; undefined where the header does not say. */
  readonly format: string | undefined;
}

/**
 * Refuses a file whose header announces no video, or none that can be decoded. A file with a damaged or cut-off
 * header passes. Reads only headers, so it is safe on any input; `probeVideo` decides whether the video is usable.
 *
 * @throws MediaError `no-video-track`, `unsupported-codec`, `too-many-elements`
 */
export async function requireAnnouncedVideo(container: Container, reader: StructureReader): Promise<void> {
  let tracks = 0;
  let unsupported: string | undefined;
  for await (const { isVideo, format } of container === 'webm' ? webmTracks(reader) : isobmffTracks(reader)) {
    tracks += 1;
    if (isVideo && (format === undefined || isSupportedFormat(format))) return;
    if (isVideo) unsupported ??= format;
  }
  if (unsupported !== undefined) {
    throw new MediaError(
      'unsupported-codec',
      `Video in ${formatName(unsupported)} cannot be decoded. Supported are ${VIDEO_CODECS_TEXT}.`,
    );
  }
  if (tracks > 0) throw new MediaError('no-video-track', 'The file has no video track.');
}

/** Offset of the first entry's type: after version, flags, the number of entries and the entry's length. */
const FORMAT_AT = 12;

async function* isobmffTracks(reader: StructureReader): AsyncGenerator<AnnouncedTrack> {
  for await (const { box, isVideo } of isoTracks(reader)) {
    const entries = isVideo ? await findBox(reader, box, 'mdia', 'minf', 'stbl', 'stsd') : undefined;
    const content = entries && (await boxContent(reader, entries, FORMAT_AT + 4));
    const isWhole = content?.byteLength === FORMAT_AT + 4;
    yield { isVideo, format: isWhole ? fourCharacters(content, FORMAT_AT) : undefined };
  }
}

async function* webmTracks(reader: StructureReader): AsyncGenerator<AnnouncedTrack> {
  for await (const entry of trackEntries(reader)) yield* webmTrack(reader, entry);
}

const VIDEO_TRACK_TYPE = 1;
/** Longer than any CodecID, in bytes. */
const LONGEST_CODEC_ID_BYTES = 256;

async function* webmTrack(reader: StructureReader, entry: EbmlElement): AsyncGenerator<AnnouncedTrack> {
  let type: number | undefined;
  let format: string | undefined;
  for await (const { id, dataStart, end } of childElements(reader, entry)) {
    if (end === null || end === dataStart || end - dataStart > LONGEST_CODEC_ID_BYTES || end > reader.size)
      continue;
    if (id === Id.trackType) type = (await reader.read(dataStart, end)).at(-1);
    if (id === Id.codecId) format = Buffer.from(await reader.read(dataStart, end)).toString('latin1');
  }
  if (type !== undefined) yield { isVideo: type === VIDEO_TRACK_TYPE, format: format?.replace(/\0+$/, '') };
}

/**
 * The minimum length of a file in bytes according to its outermost structure; a shorter file was cut off. 0 for a
 * Segment of unknown size (a live recording).
 *
 * @throws MediaError `too-many-elements`
 */
export async function announcedSize(reader: StructureReader, container: Container): Promise<number> {
  if (container === 'webm') return (await findSegment(reader))?.end ?? 0;
  let end = 0;
  for await (const box of boxesWithin(reader, fileBox(reader))) end = box.end;
  return end;
}
