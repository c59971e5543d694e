import { BitReader, unlessUnreadable } from './bit-reader.ts';
import { readSequenceParameters, type SequenceParameters } from './h264-sequence-parameters.ts';
import { nalUnits } from './nal-units.ts';

/** A coded field: half of a picture's rows. */
export interface Field {
  readonly isBottom: boolean;
  /** `frame_num`, which both fields of a picture have in common. */
  readonly frameNumber: number;
  /** It begins a sequence, so it is the first field of its picture. */
  readonly isIdr: boolean;
  /** Whether later pictures may refer to it (`nal_ref_idc`), and to the other field of its picture. */
  readonly isReference: boolean;
}

/** Values of `nal_unit_type` (ITU-T H.264, table 7-1). */
const NAL = { slice: 1, partition: 2, idrSlice: 5, sps: 7, pps: 8 } as const;

/** Longer than the part of a slice header that is read, in bytes. */
const SLICE_HEADER_BYTES = 32;

/** Tells which packets of an H.264 stream are a single field. Remembers the parameter sets of those it is shown. */
export class FieldReader {
  readonly #lengthSize: number;
  readonly #sequences = new Map<number, SequenceParameters>();
  /** The sequence parameter set of each picture parameter set. */
  readonly #pictures = new Map<number, number>();

  /** @param configuration `avcC` (ISO/IEC 14496-15, 5.3.3.1) */
  constructor(configuration: Uint8Array) {
    this.#lengthSize = ((configuration[4] ?? 3) & 3) + 1;
    for (const unit of configuredUnits(configuration)) this.#remember(unit);
  }

  /** Whether there have been any sequence parameter sets. */
  get isInformed(): boolean {
    return this.#sequences.size > 0;
  }

  /** Whether the parameter sets so far allow for fields. */
  get expectsFields(): boolean {
    return [...this.#sequences.values()].some(({ framesOnly }) => !framesOnly);
  }

  /** @returns null for a frame, both fields of one, or what cannot be read */
  read(packet: Uint8Array): Field | null {
    let field: Field | null = null;
    for (const unit of nalUnits(packet, this.#lengthSize)) {
      this.#remember(unit);
      const type = (unit[0] ?? 0) & 0x1f;
      if (type !== NAL.slice && type !== NAL.partition && type !== NAL.idrSlice) continue;
      const next = unlessUnreadable(() => this.#fieldOf(unit, type === NAL.idrSlice));
      if (!next || (field && field.isBottom !== next.isBottom)) return null;
      field ??= next;
    }
    return field;
  }

  #remember(unit: Uint8Array): void {
    const type = (unit[0] ?? 0) & 0x1f;
    const sequence = type === NAL.sps && unlessUnreadable(() => readSequenceParameters(new BitReader(unit)));
    if (sequence) this.#sequences.set(sequence.id, sequence);
    const picture = type === NAL.pps && unlessUnreadable(() => readPictureParameters(unit));
    if (picture) this.#pictures.set(picture.id, picture.sequenceId);
  }

  /** `slice_header` up to the last element needed (ITU-T H.264, 7.3.3). */
  #fieldOf(unit: Uint8Array, isIdr: boolean): Field | null {
    const reader = new BitReader(unit.subarray(0, SLICE_HEADER_BYTES));
    reader.skip(8);
    reader.exponentialGolomb(); // first_mb_in_slice
    reader.exponentialGolomb(); // slice_type
    const sequence = this.#sequences.get(this.#pictures.get(reader.bounded(255)) ?? -1);
    if (!sequence || sequence.framesOnly) return null;
    if (sequence.separateColourPlanes) reader.skip(2);
    const frameNumber = reader.bits(sequence.frameNumberBits);
    const isReference = ((unit[0] ?? 0) & 0x60) !== 0;
    return reader.flag() ? { isBottom: reader.flag(), frameNumber, isIdr, isReference } : null;
  }
}

/** Whether `second`, the field coded next, completes the picture of `first` (ITU-T H.264, 3.30). */
export const completes = (second: Field, first: Field): boolean =>
  second.isBottom !== first.isBottom &&
  second.frameNumber === first.frameNumber &&
  second.isReference === first.isReference &&
  !second.isIdr;

/** The sequence and picture parameter sets of `avcC`. */
export function* configuredUnits(configuration: Uint8Array): Generator<Uint8Array> {
  let position = 5;
  for (const mask of [0x1f, 0xff]) {
    for (let left = (configuration[position++] ?? 0) & mask; left > 0; left--) {
      const length = ((configuration[position] ?? 0) << 8) | (configuration[position + 1] ?? 0);
      yield configuration.subarray(position + 2, position + 2 + length);
      position += 2 + length;
    }
  }
}

/** `pic_parameter_set_rbsp`: its identifier and that of its sequence parameter set (ITU-T H.264, 7.3.2.2). */
function readPictureParameters(unit: Uint8Array): { id: number; sequenceId: number } {
  const reader = new BitReader(unit);
  reader.skip(8);
  return { id: reader.bounded(255), sequenceId: reader.bounded(31) };
}
