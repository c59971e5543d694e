/** Element ids of EBML (RFC 8794) and Matroska (RFC 9559), length marker included. */
export const Id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  crc32: 0xbf,
  void: 0xec,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  stereoMode: 0x53b8,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  pixelCropBottom: 0x54aa,
  pixelCropTop: 0x54bb,
  pixelCropLeft: 0x54cc,
  pixelCropRight: 0x54dd,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  displayUnit: 0x54b2,
  contentEncodings: 0x6d80,
  contentEncryption: 0x5035,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  position: 0xa7,
  prevSize: 0xab,
  silentTracks: 0x5854,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  encryptedBlock: 0xaf,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagBinary: 0x4485,
} as const;

/** Offsets in the file, or in the buffer it was parsed from. `end` is null for an element of unknown size. */
export interface EbmlElement {
  readonly id: number;
  readonly start: number;
  readonly dataStart: number;
  readonly end: number | null;
}

/** The element at `offset`, or null where none can be parsed. `end` may lie beyond the buffer. */
export function parseElement(bytes: Uint8Array, offset: number): EbmlElement | null {
  const idBytes = vintLength(bytes[offset], 4);
  const sizeAt = offset + idBytes;
  const sizeBytes = vintLength(bytes[sizeAt], 8);
  const dataStart = sizeAt + sizeBytes;
  if (idBytes === 0 || sizeBytes === 0 || dataStart > bytes.length) return null;
  let id = 0;
  for (let i = offset; i < sizeAt; i++) id = id * 256 + (bytes[i] ?? 0);
  const marker = 2 ** (8 - sizeBytes);
  let size = (bytes[sizeAt] ?? 0) - marker;
  for (let i = sizeAt + 1; i < dataStart; i++) size = size * 256 + (bytes[i] ?? 0);
  // All size bits set means "unknown" (RFC 8794 §6.2). 2^56 − 1 rounds to 2^56 in a double.
  const unknown = size >= 2 ** (7 * sizeBytes) - 1;
  return { id, start: offset, dataStart, end: unknown ? null : dataStart + size };
}

/**
 * Length in bytes of a variable-size integer by its first byte (RFC 8794 §4); 0 if it is longer than `max` or
 * invalid.
 */
function vintLength(first: number | undefined, max: number): number {
  const length = first ? Math.clz32(first) - 23 : 0;
  return length <= max ? length : 0;
}
