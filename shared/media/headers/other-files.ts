import { parseBox } from './box-header.ts';
import { latin1 } from './latin1.ts';

/** What a file is that is none of the supported containers, and what its owner can do. */
interface OtherFile {
  /** With its article: `a Matroska file (MKV)`. */
  readonly name: string;
  readonly advice: string;
}

const CONVERT = 'Convert it to MP4, MOV or WebM.';
const NOT_VIDEO = 'Upload a video.';
const JOIN = 'Join the initialization segment and all segments in order into one file.';

const convertible = (name: string): OtherFile => ({ name, advice: CONVERT });
const noVideo = (name: string): OtherFile => ({ name, advice: NOT_VIDEO });

/** By the bytes that a file has somewhere near its beginning, Latin-1. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string, file: OtherFile])[] = [
  [8, 'AVI ', convertible('an AVI file')],
  [8, 'WAVE', noVideo('a sound file (WAV)')],
  [8, 'WEBP', noVideo('a picture (WebP)')],
  [0, '\x00\x00\x01\xba', convertible('an MPEG program stream')],
  [0, '\x00\x00\x01\xb3', convertible('an MPEG video stream without a container')],
  [0, '\x00\x00\x00\x01', convertible('a video stream without a container')],
  [0, '\x00\x00\x01\x67', convertible('a video stream without a container')],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', convertible('a Windows Media file (WMV, ASF)')],
  [0, '\x06\x0e\x2b\x34', convertible('an MXF file')],
  [0, '\x1f\x07\x00', convertible('a DV file')],
  [4, 'jP  \r\n\x87\n', convertible('a JPEG 2000 file')],
  [0, 'FLV', convertible('a Flash video (FLV)')],
  [0, 'OggS', convertible('an Ogg file')],
  [0, 'DKIF', convertible('an IVF file')],
  [0, '.RMF', convertible('a RealMedia file')],
  [0, '\xff\xd8\xff', noVideo('a picture (JPEG)')],
  [0, '\x89PNG', noVideo('a picture (PNG)')],
  [0, 'GIF8', convertible('an animated picture (GIF)')],
  [0, 'ID3', noVideo('a sound file (MP3)')],
  [0, 'fLaC', noVideo('a sound file (FLAC)')],
  [0, '%PDF', noVideo('a document (PDF)')],
  [0, 'PK\x03\x04', { name: 'an archive (ZIP)', advice: 'Upload the video that is in it.' }],
];

const playlist = (name: string): OtherFile => ({
  name: `${name}, which only names its video`,
  advice: 'Upload the video as one file.',
});

/** By how a text begins, behind its byte order mark and blank space; an XML document by its first element. */
const TEXTS: readonly (readonly [beginning: RegExp, file: OtherFile])[] = [
  [/^#EXTM3U/, playlist('a playlist (HLS)')],
  [/^<MPD[\s>]/, playlist('a manifest (DASH)')],
  [/^<SmoothStreamingMedia[\s>]/, playlist('a manifest (Smooth Streaming)')],
];

/** What stands before an XML document's first element: a byte order mark, blank space, declaration and comments. */
const PROLOGUE = /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->)*/;

/** Major brands of files with boxes that are not video (`ftyp`). */
const OTHER_BRANDS = new Map([
  ...['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B '].map((brand) => [brand, noVideo('a sound file (M4A)')] as const),
  ...['heic', 'heix', 'mif1'].map((brand) => [brand, noVideo('a picture (HEIC)')] as const),
  ['avif', noVideo('a picture (AVIF)')],
  ['crx ', noVideo('a raw picture (CR3)')],
]);

/** Boxes with which a segment of a stream begins (ISO/IEC 14496-12, 8.16; ISO/IEC 23009-1, 6.3.4). */
const SEGMENT_STARTS = new Set(['styp', 'sidx', 'moof', 'emsg', 'prft']);

export const HEADER_WITHOUT_SEGMENTS: OtherFile = {
  name: 'an initialization segment, without pictures',
  advice: JOIN,
};

export const SEGMENT_WITHOUT_HEADER: OtherFile = { name: 'a segment without its header', advice: JOIN };

/** A file with boxes that is no video, by its major brand. */
export const otherBrand = (brand: string): OtherFile | undefined => OTHER_BRANDS.get(brand);

/** What a file is, by its first bytes; undefined for unknown ones. */
export function otherFile(head: Uint8Array): OtherFile | undefined {
  const box = head.length < 12 ? null : parseBox(head, 0, Number.POSITIVE_INFINITY);
  if (box && SEGMENT_STARTS.has(box.type)) return SEGMENT_WITHOUT_HEADER;
  const text = latin1(head);
  if (box?.type === 'ftyp') return otherBrand(text.slice(box.contentStart, box.contentStart + 4));
  if (text.startsWith('\x1a\x45\xdf\xa3') && text.includes('matroska'))
    return convertible('a Matroska file (MKV)');
  if (isTransportStream(head)) return convertible('an MPEG transport stream (TS, MTS)');
  const known = SIGNATURES.find(([offset, bytes]) => text.startsWith(bytes, offset));
  if (known) return known[2];
  const content = text.replace(PROLOGUE, '');
  return TEXTS.find(([beginning]) => beginning.test(content))?.[1];
}

/** Packets of 188 bytes that begin with 0x47 (ISO/IEC 13818-1, 2.4.3.2); in MTS files 4 bytes precede each. */
function isTransportStream(head: Uint8Array): boolean {
  const begins = (first: number, length: number): boolean =>
    [0, 1, 2].every((packet) => head[first + packet * length] === 0x47);
  return begins(0, 188) || begins(4, 192);
}
