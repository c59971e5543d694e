import { type DistinctSketch, PLACE_DIGITS } from './distinct-sketch.ts';
import { NO_WORKERS, type WorkerSketch } from './worker-sketch.ts';

/**
 * The sketch of the workers in at most 660 bytes, so that with its item it takes one unit to write:
 *
 *     format 1 | time 4 | pace 4 | step 4 | for workers, then accounts: -log2(rate) 1, count 1
 *     each worker, then each account: place 3 | seconds before the time 2
 *
 * Numbers are big-endian, pace and step floats (NaN: not known). A time later than that of the writing counts as that.
 */
const FORMAT = 1;
const HEADER_BYTES = 17;
const ENTRY_BYTES = 5;
const LONGEST_AGO = 0xff_ff;

export function packed({ workers, accounts, means }: WorkerSketch, now: number): Uint8Array {
  const sketches = [workers, accounts];
  const entries = sketches.flatMap(({ seen }) => Object.entries(seen));
  const bytes = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * entries.length);
  const time = Math.floor(now);
  bytes.writeUInt8(FORMAT, 0);
  bytes.writeUInt32BE(time, 1);
  bytes.writeFloatBE(means.pace ?? Number.NaN, 5);
  bytes.writeFloatBE(means.step ?? Number.NaN, 9);
  for (const [i, { rate, seen }] of sketches.entries()) {
    bytes.writeUInt8(-Math.log2(rate), 13 + 2 * i);
    bytes.writeUInt8(Object.keys(seen).length, 14 + 2 * i);
  }
  for (const [i, [place, at]] of entries.entries()) {
    const start = HEADER_BYTES + ENTRY_BYTES * i;
    bytes.write(place, start, 'hex');
    bytes.writeUInt16BE(Math.min(LONGEST_AGO, Math.max(0, time - Math.floor(at))), start + 3);
  }
  return bytes;
}

/** @returns as of {@link NO_WORKERS} for anything that is not packed so: another version may have written it */
export function unpacked(stored: unknown): WorkerSketch {
  if (!(stored instanceof Uint8Array) || stored.length < HEADER_BYTES || stored[0] !== FORMAT)
    return NO_WORKERS;
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const counts = [bytes.readUInt8(14), bytes.readUInt8(16)] as const;
  if (bytes.length !== HEADER_BYTES + ENTRY_BYTES * (counts[0] + counts[1])) return NO_WORKERS;
  const time = bytes.readUInt32BE(1);
  const sketch = (exponent: number, first: number, count: number): DistinctSketch => ({
    rate: 2 ** -exponent,
    seen: Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const start = HEADER_BYTES + ENTRY_BYTES * (first + i);
        return [bytes.toString('hex', start, start + PLACE_DIGITS / 2), time - bytes.readUInt16BE(start + 3)];
      }),
    ),
  });
  return {
    workers: sketch(bytes.readUInt8(13), 0, counts[0]),
    accounts: sketch(bytes.readUInt8(15), counts[0], counts[1]),
    means: { pace: secondsOf(bytes.readFloatBE(5)), step: secondsOf(bytes.readFloatBE(9)) },
  };
}

const secondsOf = (stored: number): number | null =>
  Number.isFinite(stored) && stored >= 0 ? Number(stored.toFixed(3)) : null;
