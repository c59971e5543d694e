const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

const range = (length: number): number[] => [...Array(length).keys()];

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  return Buffer.concat([words([content.length + 4]), content]);
};

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

/** Copies the boxes, replacing the content of those that `replace` names; null removes the box. */
function rewritten(boxes: Buffer, replace: ReadonlyMap<string, Uint8Array | null>): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < boxes.length; at += boxes.readUInt32BE(at)) {
    const type = boxes.toString('latin1', at + 4, at + 8);
    const content = boxes.subarray(at + 8, at + boxes.readUInt32BE(at));
    const other = replace.get(type);
    if (other === null) continue;
    out.push(box(type, other ?? (CONTAINERS.has(type) ? rewritten(content, replace) : content)));
  }
  return Buffer.concat(out);
}

/**
 * The MP4 of H.264 with the given number of samples instead of its own. The tables call each one a key frame in its own
 * chunk; all of them are the same four zeros. The structure is sound, but nothing can be decoded.
 */
export function picturelessVideo(mp4: Buffer, samples: number): Buffer {
  const behindFileType = mp4.readUInt32BE(0);
  const zeros = box('free', words([0]));
  const tables = new Map<string, Uint8Array | null>([
    ...['edts', 'ctts', 'stss', 'sgpd', 'sbgp', 'mdat'].map((type) => [type, null] as const),
    ['stts', words([0, 1, samples, 1])],
    ['stsz', words([0, 4, samples])],
    ['stsc', words([0, samples, ...range(3 * samples).map((i) => (i % 3 ? 1 : i / 3 + 1))])],
    ['stco', words([0, samples, ...range(samples).map(() => behindFileType + 8)])],
  ]);
  return Buffer.concat([
    mp4.subarray(0, behindFileType),
    zeros,
    rewritten(mp4.subarray(behindFileType), tables),
  ]);
}
