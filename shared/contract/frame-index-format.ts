/**
 * The form in which frame indexes are stored and sent: the four bytes `VFI` and version, then gzip of a sequence of
 * variable-length integers (LEB128 over zigzag): ticks a second, end tick, number of frames, second differences of the
 * frames' ticks, number of key frames, differences of the key frames. A constant frame rate costs almost nothing.
 */
const MAGIC = [0x56, 0x46, 0x49, 1];

/** When every frame of a video is shown; `FrameIndex` in `shared/media` says more. */
interface FrameIndexValues {
  /** Ticks a second; every time is a whole number of ticks. */
  readonly timescale: number;
  /** Seconds at which frame i appears, ascending. */
  readonly times: Float64Array;
  /** Seconds at which the last frame disappears. */
  readonly endTime: number;
  /** Ascending frames at which decoding can begin. */
  readonly keyFrames: Uint32Array;
}

/** A frame index of its compressed integers. */
export const withMagic = (compressed: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...MAGIC, ...compressed]);

/**
 * The compressed integers of a frame index.
 * @throws RangeError for anything else, other versions included
 */
export function withoutMagic<Buffer extends ArrayBufferLike>(bytes: Uint8Array<Buffer>): Uint8Array<Buffer> {
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new RangeError('not a frame index of version 1');
  return bytes.subarray(MAGIC.length);
}

/** The integers of a frame index, before compression. */
export function writeFrameIndex({
  timescale,
  times,
  endTime,
  keyFrames,
}: FrameIndexValues): Uint8Array<ArrayBuffer> {
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
  return out.bytes();
}

/**
 * The inverse of {@link writeFrameIndex}.
 * @throws RangeError for anything else
 */
export function readFrameIndex(bytes: Uint8Array): FrameIndexValues {
  const integers = new IntegerReader(bytes);
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

  bytes(): Uint8Array<ArrayBuffer> {
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
