import { type EbmlElement, Id } from '../headers/ebml-element.ts';
import { childElements, elementsWithin, findSegment } from './ebml.ts';
import { webmPixelAspect } from './pixel-aspect.ts';
import type { StructureReader } from './structure-reader.ts';

/** The TrackEntry elements. Every streamable WebM file has its Tracks before the first Cluster. */
export async function* trackEntries(reader: StructureReader): AsyncGenerator<EbmlElement, void, undefined> {
  const segment = await findSegment(reader);
  if (segment === null) return;
  for await (const element of elementsWithin(reader, segment.dataStart, reader.size)) {
    if (element.id !== Id.tracks) continue;
    for await (const entry of childElements(reader, element)) if (entry.id === Id.trackEntry) yield entry;
    return;
  }
}

/** What the header says of a track besides what the demuxer reads; null where it does not. */
interface TrackDetails {
  /** DefaultDuration (RFC 9559, 5.1.4.1.13): seconds from one frame to the next. */
  readonly frameDuration: number | null;
  /** The width of a pixel over its height. */
  readonly pixelAspect: number | null;
}

export const NO_DETAILS: TrackDetails = { frameDuration: null, pixelAspect: null };

/** @param number TrackNumber */
export async function trackDetails(reader: StructureReader, number: number): Promise<TrackDetails> {
  for await (const entry of trackEntries(reader)) {
    let isTrack = false;
    let frameDuration: number | null = null;
    const settings = new Map<number, number>();
    for await (const element of childElements(reader, entry)) {
      const { id } = element;
      if (id === Id.trackNumber) isTrack = (await unsigned(reader, element)) === number;
      if (id === Id.defaultDuration) frameDuration = ((await unsigned(reader, element)) ?? 0) / 1e9 || null;
      for await (const detail of id === Id.video ? childElements(reader, element) : []) {
        const value = await unsigned(reader, detail);
        if (value !== null) settings.set(detail.id, value);
      }
    }
    if (isTrack) return { frameDuration, pixelAspect: webmPixelAspect(settings) };
  }
  return NO_DETAILS;
}

/** An unsigned integer (RFC 8794, 7.2); null where it is longer than 8 bytes. */
async function unsigned(reader: StructureReader, { dataStart, end }: EbmlElement): Promise<number | null> {
  if (end === null || end - dataStart > 8 || end > reader.size) return null;
  const bytes = end > dataStart ? await reader.read(dataStart, end) : new Uint8Array();
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
