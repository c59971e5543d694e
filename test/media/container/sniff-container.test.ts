import { describe, expect, test } from 'vitest';
import { sniffContainer } from '../../../shared/media/container/sniff-container.ts';

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
