import { type Container, VIDEO_CODECS_TEXT } from '../../contract/video-formats.ts';
import type { IsoBox } from '../headers/box-header.ts';
import { type EbmlElement, Id } from '../headers/ebml-element.ts';
import { latin1 } from '../headers/latin1.ts';
import { MediaError } from '../headers/media-error.ts';
import { codecOf, formatName, isSupportedFormat } from './codecs.ts';
import { childElements, findSegment } from './ebml.ts';
import { boxContent, boxesWithin, childBoxes, fileBox, findBox } from './iso-boxes.ts';
import { firstSampleEntry, isoTracks, sampleEntryBoxes } from './iso-tracks.ts';
import { requireOwnData, requireReadableMovie, requireSamples } from './readable-movie.ts';
import type { StructureReader } from './structure-reader.ts';
import { trackEntries } from './webm-tracks.ts';

/** A track as the file's header describes it. */
interface AnnouncedTrack {
  readonly isVideo: boolean;
  /**
   * The sample entry of MP4 and MOV, of `mp4v` with its object type (RFC 6381), the CodecID of WebM; undefined where the
   * header does not say.
   */
  readonly format: string | undefined;
  readonly isEncrypted: boolean;
}

/**
 * Refuses a file whose header announces no video, or none that can be decoded. A file with a damaged or cut-off
 * header passes. Reads only headers, so it is safe on any input; `probeVideo` decides whether the video is usable.
 *
 * @throws MediaError `no-video-track`, `unsupported-codec`, `unsupported-header`, `too-many-elements`
 */
export async function requireAnnouncedVideo(container: Container, reader: StructureReader): Promise<void> {
  let tracks = 0;
  let unsupported: string | undefined;
  let encrypted = false;
  for await (const { isVideo, format, isEncrypted } of container === 'webm'
    ? webmTracks(reader)
    : isobmffTracks(reader)) {
    tracks += 1;
    if (!isVideo) continue;
    encrypted ||= isEncrypted;
    if (!isEncrypted && (format === undefined || isSupportedFormat(format))) {
      if (container !== 'webm') await requireSamples(reader);
      return;
    }
    unsupported ??= format;
  }
  if (encrypted) {
    throw new MediaError('unsupported-codec', 'The video is encrypted. Upload it without copy protection.');
  }
  if (unsupported !== undefined) {
    throw new MediaError(
      'unsupported-codec',
      `Video in ${formatName(unsupported)} cannot be decoded. Supported are ${VIDEO_CODECS_TEXT}.`,
    );
  }
  if (tracks > 0) throw new MediaError('no-video-track', 'The file has no video track.');
  if (container !== 'webm') await requireReadableMovie(reader);
}

async function* isobmffTracks(reader: StructureReader): AsyncGenerator<AnnouncedTrack> {
  for await (const { box, isVideo } of isoTracks(reader)) {
    if (isVideo) await requireOwnData(reader, box);
    const entry = isVideo ? await firstSampleEntry(reader, box) : undefined;
    if (entry) await requireOwnConfiguration(reader, entry);
    const objectType = entry?.type === 'mp4v' ? await mpegObjectType(reader, entry) : undefined;
    const format = objectType === undefined ? entry?.type : `mp4v.${objectType.toString(16)}`;
    yield { isVideo, format, isEncrypted: entry?.type === 'encv' };
  }
}

/** The codecs that these boxes of a sample entry configure (ISO/IEC 14496-15; VP and AV1 in ISOBMFF). */
const CONFIGURED: ReadonlyMap<string, readonly string[]> = new Map([
  ['avcC', ['avc']],
  ['hvcC', ['hevc']],
  ['vpcC', ['vp8', 'vp9']],
  ['av1C', ['av1']],
]);

/** Refuses a sample entry that only has the configuration of another codec than it names. */
async function requireOwnConfiguration(reader: StructureReader, entry: IsoBox): Promise<void> {
  const codec = codecOf(entry.type);
  if (codec === undefined || entry.end > reader.size) return;
  const configurations: string[] = [];
  for await (const { type } of childBoxes(reader, sampleEntryBoxes(entry)))
    if (CONFIGURED.has(type)) configurations.push(type);
  const [other] = configurations;
  if (other === undefined || configurations.some((type) => CONFIGURED.get(type)?.includes(codec))) return;
  throw new MediaError(
    'unsupported-codec',
    `The file calls its video ${entry.type}, but describes it as that of another codec (${other}). Export it again.`,
  );
}

const ES_DESCRIPTOR = 3;
const DECODER_CONFIG_DESCRIPTOR = 4;

/** `objectTypeIndication` of the sample entry's `esds` (ISO/IEC 14496-1, 7.2.6). */
async function mpegObjectType(reader: StructureReader, entry: IsoBox): Promise<number | undefined> {
  const box = await findBox(reader, sampleEntryBoxes(entry), 'esds');
  const { buffer, byteOffset, byteLength } = await boxContent(
    reader,
    box ?? { ...entry, end: entry.start },
    64,
  );
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let at = 4;
  // A descriptor's tag is followed by its length, in as many bytes as have their first bit set, and one more.
  const enter = (tag: number): boolean => {
    const found = bytes[at++] === tag;
    while ((bytes[at] ?? 0) & 0x80) at++;
    at++;
    return found;
  };
  if (!enter(ES_DESCRIPTOR)) return undefined;
  const flags = bytes[at + 2] ?? 0;
  at += 3 + (flags & 0x80 ? 2 : 0);
  if (flags & 0x40) at += 1 + (bytes[at] ?? 0);
  if (flags & 0x20) at += 2;
  return enter(DECODER_CONFIG_DESCRIPTOR) ? bytes[at] : undefined;
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
  let isEncrypted = false;
  for await (const element of childElements(reader, entry)) {
    const { id, dataStart, end } = element;
    if (id === Id.contentEncodings) isEncrypted ||= await hasEncryption(reader, element);
    if (end === null || end === dataStart || end - dataStart > LONGEST_CODEC_ID_BYTES || end > reader.size)
      continue;
    if (id === Id.trackType) type = (await reader.read(dataStart, end)).at(-1);
    if (id === Id.codecId) format = latin1(await reader.read(dataStart, end));
  }
  if (type === undefined) return;
  yield { isVideo: type === VIDEO_TRACK_TYPE, format: format?.replace(/\0+$/, ''), isEncrypted };
}

async function hasEncryption(reader: StructureReader, encodings: EbmlElement): Promise<boolean> {
  for await (const encoding of childElements(reader, encodings)) {
    for await (const { id } of childElements(reader, encoding)) if (id === Id.contentEncryption) return true;
  }
  return false;
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
