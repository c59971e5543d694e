import type { Container } from '../sniff.ts';
import { elementsWithin, findSegment, Id } from './ebml.ts';
import type { StructureReader } from './structure-reader.ts';
import { tracksOf } from './tracks.ts';

const VIDEO_TRACK_TYPE = 1;

/**
 * What the file's header says about a video track; `unknown` where it is damaged or cut off. Reads only headers and
 * parses nothing else, so it is safe to run on anything; whether the track can be used is for `probeVideo` to say.
 */
export type VideoTrack = 'present' | 'absent' | 'unknown';

/** @throws MediaError `too-many-elements` */
export const announcedVideoTrack = (container: Container, reader: StructureReader): Promise<VideoTrack> =>
  container === 'webm' ? webmVideoTrack(reader) : isobmffVideoTrack(reader);

async function isobmffVideoTrack(reader: StructureReader): Promise<VideoTrack> {
  let found: VideoTrack = 'unknown';
  for await (const { isVideo } of tracksOf(reader)) {
    if (isVideo) return 'present';
    found = 'absent';
  }
  return found;
}

/** Tracks come before the first Cluster in every WebM file that can be played while it is read. */
async function webmVideoTrack(reader: StructureReader): Promise<VideoTrack> {
  const segment = await findSegment(reader);
  if (segment === null) return 'unknown';
  for await (const { id, dataStart, end } of elementsWithin(reader, segment.dataStart, reader.size)) {
    if (id === Id.tracks && end !== null) return trackTypes(reader, dataStart, Math.min(end, reader.size));
  }
  return 'unknown';
}

async function trackTypes(reader: StructureReader, from: number, to: number): Promise<VideoTrack> {
  let found: VideoTrack = 'unknown';
  for await (const entry of elementsWithin(reader, from, to)) {
    if (entry.id !== Id.trackEntry || entry.end === null) continue;
    for await (const { id, end } of elementsWithin(reader, entry.dataStart, Math.min(entry.end, to))) {
      if (id !== Id.trackType || end === null || end > to) continue;
      if ((await reader.read(end - 1, end))[0] === VIDEO_TRACK_TYPE) return 'present';
      found = 'absent';
    }
  }
  return found;
}
