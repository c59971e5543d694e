import { describe, expect, test } from 'vitest';
import { recogniseFile, sniffContainer } from '../../../shared/media/headers/sniff-container.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const box = (type: string, body: string): Uint8Array =>
  latin1(`\0\0\0${String.fromCharCode(8 + body.length)}${type}${body}`);
const ebml = (docType: string): Uint8Array =>
  latin1(
    `\x1a\x45\xdf\xa3${String.fromCharCode(0x80 | (docType.length + 3))}\x42\x82${String.fromCharCode(0x80 | docType.length)}${docType}`,
  );

describe('the container is recognised by its bytes', () => {
  test.each([
    ['MP4', box('ftyp', 'isom\0\0\x02\0isomavc1'), 'mp4'],
    ['fragmented MP4', box('ftyp', 'iso6\0\0\0\0'), 'mp4'],
    ['QuickTime', box('ftyp', 'qt  \0\0\0\0'), 'mov'],
    ['QuickTime older than ftyp, header first', box('moov', '0123456789'), 'mov'],
    ['QuickTime older than ftyp, data first', latin1('\0\0\0\0mdat0123'), 'mov'],
    ['QuickTime older than ftyp, 64-bit data', latin1('\0\0\0\x01mdat0123'), 'mov'],
    ['WebM', ebml('webm'), 'webm'],
    ['WebM with a zero-padded DocType', ebml('webm\0\0'), 'webm'],
    [
      'WebM whose header length takes eight bytes',
      latin1('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x07\x42\x82\x84webm'),
      'webm',
    ],
  ])('%s', (_, head, container) => {
    expect(sniffContainer(head)).toBe(container);
  });
});

describe('everything else is refused', () => {
  test.each([
    ['an empty file', new Uint8Array(0)],
    ['a file of three bytes', latin1('ftp')],
    ['Matroska', ebml('matroska')],
    ['an EBML header that ends within its DocType element', latin1('\x1a\x45\xdf\xa3\x87\x42')],
    ['AVI', latin1('RIFF\x24\0\0\0AVI LIST')],
    ['M4A sound', box('ftyp', 'M4A \0\0\0\0')],
    ['an AVIF picture', box('ftyp', 'avif\0\0\0\0')],
    ['an HLS playlist called video.mp4', latin1('#EXTM3U\n#EXTINF:10,\nhttp://169.254.169.254/\n')],
    ['a playlist behind a forged box size', latin1('\0\0\0\x07ftypisom#EXTM3U')],
    ['text that mentions ftyp', latin1('the ftyp box comes first')],
    ['zeros', new Uint8Array(4096)],
  ])('%s', (_, head) => {
    expect(sniffContainer(head)).toBeNull();
  });
});

describe('a refusal says what the file is, and what to do', () => {
  const packets = (first: number, length: number): Uint8Array => {
    const stream = new Uint8Array(3 * length);
    for (const packet of [0, 1, 2]) stream[first + packet * length] = 0x47;
    return stream;
  };

  test.each([
    ['a Matroska file (MKV). Convert it', ebml('matroska')],
    ['an AVI file. Convert it', latin1('RIFF\x24\0\0\0AVI LIST')],
    ['an MPEG transport stream (TS, MTS). Convert it', packets(0, 188)],
    ['an MPEG transport stream (TS, MTS). Convert it', packets(4, 192)],
    ['a Windows Media file', latin1('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa')],
    ['a picture (HEIC). Upload a video.', box('ftyp', 'heic\0\0\0\0')],
    ['a picture (JPEG)', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0')],
    ['a sound file (M4A)', box('ftyp', 'M4A \0\0\0\0')],
    [
      'a playlist (HLS), which only names its video.',
      latin1('#EXTM3U\n#EXTINF:10,\nhttp://169.254.169.254/\n'),
    ],
    ['a playlist (HLS), which only names its video.', latin1('\xef\xbb\xbf#EXTM3U\n')],
    [
      'a manifest (DASH), which only names its video.',
      latin1('<?xml version="1.0" encoding="UTF-8"?>\n<!-- made <by> hand -->\n<MPD xmlns="urn:mpeg:dash">'),
    ],
    ['a manifest (Smooth Streaming)', latin1('\xef\xbb\xbf<SmoothStreamingMedia MajorVersion="2">')],
    ['not an MP4, MOV or WebM video.', latin1('<?xml version="1.0"?><svg><MPD /></svg>')],
    ['a DV file. Convert it', latin1('\x1f\x07\0\xbf\xf8\x78\x78\x78')],
    ['a JPEG 2000 file. Convert it', latin1('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypmjp2')],
    ['a segment without its header. Join', box('styp', 'msdh\0\0\0\0')],
    ['a segment without its header. Join', box('moof', '\0\0\0\0\0\0\0\0')],
    ['not an MP4, MOV or WebM video.', latin1('the ftyp box comes first')],
    ['empty.', new Uint8Array()],
  ])('%s', (words, head) => {
    expect(recogniseFile(head)).toEqual({ refusal: expect.stringContaining(`The file is ${words}`) });
  });
});
