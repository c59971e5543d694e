import type { IsoBox } from '../headers/box-header.ts';
import { boxContent, boxesWithin, fileBox, findBoxes } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** What one fragment holds of a track; times in ticks of the track. */
export interface FragmentTrack {
  /** Where its `moof` box begins. */
  readonly moofOffset: number;
  /** When its first sample is to be decoded, and the box that says so (`tfdt`, ISO/IEC 14496-12, 8.8.12). */
  readonly decodeTime: { readonly ticks: number; readonly box: IsoBox } | null;
  /** Its time as Smooth Streaming gives it (`tfxd`); null where it does not, or not of these samples. */
  readonly smoothTime: number | null;
  /** Of all its samples. */
  readonly duration: number;
  /** When its first sample in decode order is presented, from its decode time on. */
  readonly first: number;
  /** When the earliest of its samples is presented, from the decode time of the first on. */
  readonly earliest: number;
}

/** Flags of `tfhd` and `trun` (8.8.7, 8.8.8). */
const BASE_DATA_OFFSET = 0x1;
const SAMPLE_DESCRIPTION = 0x2;
const DEFAULT_DURATION = 0x8;
const DURATION_IS_EMPTY = 0x10000;
const DATA_OFFSET = 0x1;
const FIRST_SAMPLE_FLAGS = 0x4;
const DURATION = 0x100;
const SIZE = 0x200;
const SAMPLE_FLAGS = 0x400;
const COMPOSITION_OFFSET = 0x800;

/**
 * The fragments that hold samples of a track, in the order of the file.
 * @param defaultDuration of a sample, where the fragment gives none (`trex`, 8.8.3)
 * @throws MediaError `too-many-elements`
 */
export async function* fragmentTracks(
  reader: StructureReader,
  trackId: number,
  defaultDuration: number,
): AsyncGenerator<FragmentTrack, void, undefined> {
  for await (const moof of boxesWithin(reader, fileBox(reader))) {
    if (moof.type !== 'moof' || moof.end > reader.size) continue;
    const runs: Run[] = [];
    let decodeTime: FragmentTrack['decodeTime'] = null;
    let smooth: SmoothTime | null = null;
    for await (const traf of findBoxes(reader, moof, 'traf')) {
      let sampleDuration: number | null = null;
      for await (const box of boxesWithin(reader, traf)) {
        if (box.end > traf.end) break;
        if (box.type === 'tfhd') sampleDuration = await durationIn(reader, box, trackId, defaultDuration);
        if (sampleDuration === null) continue;
        if (box.type === 'tfdt') decodeTime ??= await decodeTimeIn(reader, box);
        if (box.type === 'uuid') smooth ??= await smoothTimeIn(reader, box);
        if (box.type === 'trun') runs.push(await readRun(reader, box, sampleDuration));
      }
    }
    const fragment = joined(runs.filter(({ samples }) => samples > 0));
    if (!fragment) continue;
    const smoothTime = smooth && lastsAsLong(smooth, fragment) ? smooth.time : null;
    yield { moofOffset: moof.start, decodeTime, smoothTime, ...fragment };
  }
}

/** The duration of a sample by default; null in the header of another track. */
async function durationIn(
  reader: StructureReader,
  tfhd: IsoBox,
  trackId: number,
  byDefault: number,
): Promise<number | null> {
  const content = await boxContent(reader, tfhd, 32);
  if (content.byteLength < 8 || content.getUint32(4) !== trackId) return null;
  const flags = content.getUint32(0);
  if (flags & DURATION_IS_EMPTY) return 0;
  const at = 8 + (flags & BASE_DATA_OFFSET ? 8 : 0) + (flags & SAMPLE_DESCRIPTION ? 4 : 0);
  return flags & DEFAULT_DURATION && content.byteLength >= at + 4 ? content.getUint32(at) : byDefault;
}

/** Times before 0 do not exist in the standard, but as 64-bit integers in files that were cut. */
async function decodeTimeIn(reader: StructureReader, box: IsoBox): Promise<FragmentTrack['decodeTime']> {
  const content = await boxContent(reader, box, 12);
  if (content.byteLength < 8) return null;
  const isWide = content.getUint8(0) === 1 && content.byteLength === 12;
  return { ticks: isWide ? Number(content.getBigInt64(4)) : content.getUint32(4), box };
}

/** The extended type of `tfxd` ([MS-SSTR], 2.2.4.4). */
const TFXD = Uint8Array.of(
  ...[0x6d, 0x1d, 0x9b, 0x05, 0x42, 0xd5, 0x44, 0xe6, 0x80, 0xe2, 0x14, 0x1d, 0xaf, 0xf7, 0x57, 0xb2],
);

/** Ticks of the track. */
interface SmoothTime {
  readonly time: number;
  readonly duration: number;
}

async function smoothTimeIn(reader: StructureReader, box: IsoBox): Promise<SmoothTime | null> {
  const content = await boxContent(reader, box, TFXD.length + 20);
  if (content.byteLength < TFXD.length + 12) return null;
  if (!TFXD.every((byte, i) => content.getUint8(i) === byte)) return null;
  const at = TFXD.length + 4;
  if (content.getUint8(TFXD.length) === 0) {
    return { time: content.getUint32(at), duration: content.getUint32(at + 4) };
  }
  if (content.byteLength < at + 16) return null;
  return { time: Number(content.getBigUint64(at)), duration: Number(content.getBigUint64(at + 8)) };
}

/** A time in other ticks than the track's would put fragments far apart. */
const lastsAsLong = ({ duration }: SmoothTime, samples: Pick<FragmentTrack, 'duration'>): boolean =>
  duration < 2 * samples.duration && duration > samples.duration / 2;

/** Longer than any sane run. */
const MAX_RUN_BYTES = 64 * 2 ** 20;

type Run = Pick<FragmentTrack, 'duration' | 'first' | 'earliest'> & { readonly samples: number };

async function readRun(reader: StructureReader, trun: IsoBox, sampleDuration: number): Promise<Run> {
  const content = await boxContent(reader, trun, MAX_RUN_BYTES);
  if (content.byteLength < 8) return { samples: 0, duration: 0, first: 0, earliest: 0 };
  const flags = content.getUint32(0);
  const announced = content.getUint32(4);
  const words = (...kinds: number[]): number => 4 * kinds.filter((kind) => flags & kind).length;
  // Nothing is counted one by one that takes no bytes.
  if (!(flags & (DURATION | COMPOSITION_OFFSET))) {
    return { samples: announced, duration: announced * sampleDuration, first: 0, earliest: 0 };
  }
  const entryBytes = words(DURATION, SIZE, SAMPLE_FLAGS, COMPOSITION_OFFSET);
  const offsetAt = entryBytes - 4;
  const begin = 8 + words(DATA_OFFSET, FIRST_SAMPLE_FLAGS);
  const samples = Math.min(announced, Math.floor((content.byteLength - begin) / entryBytes));
  const isSigned = content.getUint8(0) === 1;
  const offset = (at: number): number =>
    isSigned ? content.getInt32(at + offsetAt) : content.getUint32(at + offsetAt);
  let [duration, first, earliest] = [0, 0, Number.POSITIVE_INFINITY];
  for (let sample = 0, at = begin; sample < samples; sample++, at += entryBytes) {
    const presented = duration + (flags & COMPOSITION_OFFSET ? offset(at) : 0);
    if (sample === 0) first = presented;
    earliest = Math.min(earliest, presented);
    duration += flags & DURATION ? content.getUint32(at) : sampleDuration;
  }
  return { samples, duration, first, earliest };
}

/** The runs one after the other; null if there are none. */
function joined(runs: readonly Run[]): Omit<Run, 'samples'> | null {
  const [head] = runs;
  if (!head) return null;
  let [duration, earliest] = [0, head.earliest];
  for (const run of runs) {
    earliest = Math.min(earliest, duration + run.earliest);
    duration += run.duration;
  }
  return { duration, first: head.first, earliest };
}
