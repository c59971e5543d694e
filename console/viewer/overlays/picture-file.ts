import type { Size } from '../../../shared/kernel/geometry/box.ts';

/** The file of a picture in one of the formats that are drawn. */
export interface PictureFile extends Size {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,/i;

/** Longer sources are not read. */
export const MOST_SOURCE_CHARACTERS = 700_000;

/**
 * The picture in a `data:` URL, by what its first bytes are, not by what the URL says. Nothing is loaded from anywhere.
 * @returns null for any other address, and for anything but a PNG, JPEG or WebP file
 */
export function pictureFile(source: string): PictureFile | null {
  const [head] = DATA_URL.exec(source) ?? [];
  if (head === undefined || source.length > MOST_SOURCE_CHARACTERS) return null;
  const bytes = fromBase64(source.slice(head.length));
  if (bytes === null) return null;
  const view = new DataView(bytes.buffer);
  for (const [type, sizeIn] of READERS) {
    const size = sizeIn(view);
    if (size !== null && size.width > 0 && size.height > 0) return { type, bytes, ...size };
  }
  return null;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const READERS: readonly (readonly [type: string, sizeIn: (file: DataView) => Size | null])[] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
];

/** Whether the file has these characters at a place. */
function hasAt(file: DataView, offset: number, characters: string): boolean {
  if (offset + characters.length > file.byteLength) return false;
  return [...characters].every((character, i) => file.getUint8(offset + i) === character.charCodeAt(0));
}

/** PNG (W3C, third edition), §5.2 and §11.2.1. */
function pngSize(file: DataView): Size | null {
  if (!hasAt(file, 0, '\x89PNG\r\n\x1a\n') || !hasAt(file, 12, 'IHDR') || file.byteLength < 24) return null;
  return { width: file.getUint32(16), height: file.getUint32(20) };
}

/** ITU-T T.81, annex B: the first frame header. */
function jpegSize(file: DataView): Size | null {
  if (!hasAt(file, 0, '\xff\xd8\xff')) return null;
  for (let at = 2; at + 9 <= file.byteLength; ) {
    if (file.getUint8(at) !== 0xff) return null;
    const marker = file.getUint8(at + 1);
    if (hasNoLength(marker)) return null;
    // SOF0 to SOF15, without DHT, JPG and DAC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: file.getUint16(at + 7), height: file.getUint16(at + 5) };
    }
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + file.getUint16(at + 2);
  }
  return null;
}

/** Nobody writes one of these before the frame, and decoders differ in where they read on: another frame might count for them. */
const hasNoLength = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** RFC 9649, §2.5 to §2.7. */
function webpSize(file: DataView): Size | null {
  if (!hasAt(file, 0, 'RIFF') || !hasAt(file, 8, 'WEBP') || file.byteLength < 30) return null;
  if (hasAt(file, 12, 'VP8 ')) {
    return { width: file.getUint16(26, true) & 0x3fff, height: file.getUint16(28, true) & 0x3fff };
  }
  if (hasAt(file, 12, 'VP8L')) {
    const bits = file.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!hasAt(file, 12, 'VP8X')) return null;
  const uint24 = (at: number): number => file.getUint16(at, true) + file.getUint8(at + 2) * 0x10000;
  return { width: uint24(24) + 1, height: uint24(27) + 1 };
}
