import { boxContent, childBoxes, fileBox, findBox } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { Id, parseElement } from './native/ebml.ts';
import type { Container } from './sniff.ts';

/** Of a WebM file, what comes before the first pictures is looked through so far. */
const MAX_HEADER_BYTES = 32 * 1024 * 1024;
/** Elements of one level that are looked at. */
const MAX_SIBLINGS = 10_000;
const VIDEO_TRACK_TYPE = 1;

/**
 * What the file's header says about a video track; `unknown` where it is damaged or cut off. Reads only headers and
 * parses nothing else, so it is safe to run on anything; whether the track can be used is for `probeVideo` to say.
 */
export type VideoTrack = 'present' | 'absent' | 'unknown';

export const announcedVideoTrack = (container: Container, source: ByteSource): Promise<VideoTrack> =>
  container === 'webm' ? webmVideoTrack(source) : isobmffVideoTrack(source);

/** Handler type 'vide' of a track's media (ISO/IEC 14496-12, 8.4.3), after version, flags and pre_defined. */
async function isobmffVideoTrack(source: ByteSource): Promise<VideoTrack> {
  const movie = await findBox(source, fileBox(source), 'moov');
  let found: VideoTrack = 'unknown';
  for await (const track of movie === undefined ? [] : childBoxes(source, movie)) {
    const handler = track.type === 'trak' ? await findBox(source, track, 'mdia', 'hdlr') : undefined;
    if (handler === undefined) continue;
    const content = await boxContent(source, handler, 12);
    if (content.byteLength === 12 && content.getUint32(8) === VIDEO_HANDLER) return 'present';
    found = 'absent';
  }
  return found;
}

const VIDEO_HANDLER = 0x76696465;

/** Tracks come before the first Cluster in every WebM file that can be played while it is read. */
async function webmVideoTrack(source: ByteSource): Promise<VideoTrack> {
  const bytes = await source.read(0, Math.min(source.size, MAX_HEADER_BYTES));
  const ebml = parseElement(bytes, 0);
  const segment = ebml?.end ? parseElement(bytes, ebml.end) : null;
  if (segment?.id !== Id.segment) return 'unknown';
  for (const { id, dataStart, end } of elements(bytes, segment.dataStart, bytes.length)) {
    if (id === Id.tracks) return trackTypes(bytes, dataStart, end);
  }
  return 'unknown';
}

function trackTypes(bytes: Uint8Array, from: number, to: number): VideoTrack {
  let found: VideoTrack = 'unknown';
  for (const entry of elements(bytes, from, to)) {
    if (entry.id !== Id.trackEntry) continue;
    for (const { id, end } of elements(bytes, entry.dataStart, entry.end)) {
      if (id !== Id.trackType) continue;
      if (bytes[end - 1] === VIDEO_TRACK_TYPE) return 'present';
      found = 'absent';
    }
  }
  return found;
}

/** The elements of a level, up to the first one of unknown size. */
function* elements(bytes: Uint8Array, from: number, to: number) {
  let position = from;
  for (let count = 0; position < to && count < MAX_SIBLINGS; count++) {
    const element = parseElement(bytes, position);
    if (element === null || element.end === null) return;
    yield { ...element, end: element.end };
    position = element.end;
  }
}
