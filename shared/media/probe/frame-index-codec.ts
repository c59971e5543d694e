import { gunzipSync, gzipSync } from 'node:zlib';
import type { FrameIndex } from './frame-index.ts';

/**
 * Stored form of a FrameIndex: the four bytes `VFI` and version, then gzip of a sequence of variable-length
 * integers (LEB128 over zigzag): ticks a second, end tick, number of frames, second differences of the frames'
 * ticks, number of key frames, differences of the key frames. A constant frame rate costs almost nothing.
 */
const magic = [0x56, 0x46, 0x49, 1];

/** Two million frames at the worst-case nine bytes each, twice. */
const MAX_DECODED_BYTES = 64 * 2 ** 20;

export function encodeFrameIndex({
  timescale,
  times,
  endTime,
  keyFrames,
}: FrameIndex): Uint8Array<ArrayBuffer> {
  const out = new IntegerWriter();
  out.write(timescale);
  out.write(Math.round(endTime * timescale));
  out.write(times.length);
  let previous = 0;
  let step = 0;
  for (const time of times) {
    const tick = Math.round(time * timescale);
    out.write(tick - previous - step);
    step = tick - previous;
    previous = tick;
  }
  out.write(keyFrames.length);
  let lastKey = 0;
  for (const frame of keyFrames) {
    out.write(frame - lastKey);
    lastKey = frame;
  }
  const body = gzipSync(out.bytes());
  const encoded = new Uint8Array(magic.length + body.length);
  encoded.set(magic);
  encoded.set(body, magic.length);
  return encoded;
}

/**
 * The inverse of {@link encodeFrameIndex}.
 * @throws RangeError for anything else, other versions included
 */
export function decodeFrameIndex(encoded: Uint8Array): FrameIndex {
  if (magic.some((byte, i) => encoded[i] !== byte)) throw new RangeError('not a frame index of version 1');
  const integers = new IntegerReader(inflate(encoded.subarray(magic.length)));
  const timescale = integers.read();
  const endTime = integers.read() / timescale;
  const times = new Float64Array(integers.readCount());
  let tick = 0;
  let step = 0;
  for (let frame = 0; frame < times.length; frame++) {
    step += integers.read();
    tick += step;
    times[frame] = tick / timescale;
  }
  const keyFrames = new Uint32Array(integers.readCount());
  let keyFrame = 0;
  for (let i = 0; i < keyFrames.length; i++) {
    keyFrame += integers.read();
    keyFrames[i] = keyFrame;
  }
  return { timescale, times, endTime, keyFrames };
}

function inflate(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch (cause) {
    throw new RangeError('damaged frame index', { cause });
  }
}

class IntegerWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  write(value: number): void {
    if (this.#length + 10 > this.#bytes.length) this.#grow();
    // Ticks exceed 32 bits, hence arithmetic instead of shifts.
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = 128 + (rest % 128);
    this.#bytes[this.#length++] = rest;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

class IntegerReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#position++];
      if (byte === undefined) throw new RangeError('damaged frame index');
      value += (byte % 128) * scale;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }

  /** Reads the number of following entries, each of which takes at least one byte. */
  readCount(): number {
    const count = this.read();
    if (count < 0 || count > this.#bytes.length) throw new RangeError('damaged frame index');
    return count;
  }
}
