import type { ByteSource } from './byte-source.ts';
import { Id, parseElement } from './native/ebml.ts';
import type { Container } from './sniff.ts';

/** Headers larger than this are not looked through. */
const MAX_HEADER_BYTES = 32 * 1024 * 1024;
/** Elements or boxes of one level that are looked at. */
const MAX_SIBLINGS = 10_000;

/**
 * Whether the file's header announces a video track. Reads only the headers and parses nothing else, so it is safe
 * to run on anything; whether the track can be used is for `probeVideo` to say.
 */
export const hasVideoTrack = (container: Container, source: ByteSource): Promise<boolean> =>
  container === 'webm' ? webmHasVideo(source) : isobmffHasVideo(source);

interface BoxRange {
  type: string;
  start: number;
  end: number;
}

/** The boxes of a level (ISO/IEC 14496-12, 4.2), as far as they are whole. */
function* boxes(view: DataView, from: number, to: number): Generator<BoxRange> {
  let position = from;
  for (let count = 0; position + 8 <= to && count < MAX_SIBLINGS; count++) {
    const box = boxAt(view, position, to);
    if (box === null) return;
    yield box;
    position = box.end;
  }
}

function boxAt(view: DataView, position: number, limit: number): BoxRange | null {
  const size = view.getUint32(position);
  const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(position + i)));
  const large = size === 1;
  if (large && position + 16 > limit) return null;
  const length = large ? Number(view.getBigUint64(position + 8)) : size === 0 ? limit - position : size;
  const header = large ? 16 : 8;
  if (length < header || position + length > limit) return null;
  return { type, start: position + header, end: position + length };
}

async function isobmffHasVideo(source: ByteSource): Promise<boolean> {
  let position = 0;
  for (let count = 0; position + 8 <= source.size && count < MAX_SIBLINGS; count++) {
    const head = viewOf(await source.read(position, Math.min(position + 16, source.size)));
    const size = head.getUint32(0);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => head.getUint8(i)));
    const length =
      size === 0
        ? source.size - position
        : size === 1 && head.byteLength === 16
          ? Number(head.getBigUint64(8))
          : size;
    if (length < 8) return false;
    if (type === 'moov') {
      if (length > MAX_HEADER_BYTES || position + length > source.size) return false;
      return movieHasVideo(viewOf(await source.read(position, position + length)));
    }
    position += length;
  }
  return false;
}

function movieHasVideo(moov: DataView): boolean {
  for (const track of boxes(moov, moov.getUint32(0) === 1 ? 16 : 8, moov.byteLength)) {
    if (track.type !== 'trak') continue;
    for (const media of boxes(moov, track.start, track.end)) {
      if (media.type !== 'mdia') continue;
      for (const { type, start, end } of boxes(moov, media.start, media.end)) {
        // Handler type: after version, flags and pre_defined (ISO/IEC 14496-12, 8.4.3).
        if (type === 'hdlr' && start + 12 <= end && moov.getUint32(start + 8) === VIDEO_HANDLER) return true;
      }
    }
  }
  return false;
}

const VIDEO_HANDLER = 0x76696465; // 'vide'

const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const VIDEO_TRACK_TYPE = 1;

/** Tracks come before the first Cluster in every WebM file that can be played while it is read. */
async function webmHasVideo(source: ByteSource): Promise<boolean> {
  const bytes = await source.read(0, Math.min(source.size, MAX_HEADER_BYTES));
  let position = 0;
  for (let count = 0; count < MAX_SIBLINGS; count++) {
    const element = parseElement(bytes, position);
    if (element === null) return false;
    if (element.id === Id.segment) position = element.dataStart;
    else if (element.id === Id.tracks)
      return tracksHaveVideo(bytes, element.dataStart, element.end ?? bytes.length);
    else if (element.end === null) return false;
    else position = element.end;
  }
  return false;
}

function tracksHaveVideo(bytes: Uint8Array, from: number, to: number): boolean {
  for (let position = from, count = 0; position < to && count < MAX_SIBLINGS; count++) {
    const entry = parseElement(bytes, position);
    if (entry === null || entry.end === null) return false;
    if (entry.id === TRACK_ENTRY && trackType(bytes, entry.dataStart, entry.end) === VIDEO_TRACK_TYPE)
      return true;
    position = entry.end;
  }
  return false;
}

function trackType(bytes: Uint8Array, from: number, to: number): number | null {
  for (let position = from, count = 0; position < to && count < MAX_SIBLINGS; count++) {
    const element = parseElement(bytes, position);
    if (element === null || element.end === null) return null;
    if (element.id === TRACK_TYPE) return bytes[element.end - 1] ?? null;
    position = element.end;
  }
  return null;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
