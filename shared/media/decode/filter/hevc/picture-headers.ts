import { BitReader } from '../../../bitstream/bit-reader.ts';
import { nalUnits } from '../../../bitstream/nal-units.ts';
import { isBla, isIdr, isIrap, isOrderAnchor, isSlice, NAL, nalHeader } from './nal-header.ts';
import {
  type PictureParameters,
  readPictureParameters,
  readSequenceParameters,
  type SequenceParameters,
} from './parameter-sets.ts';
import { readSliceHeader, type SliceHeader } from './slice-header.ts';

/** The picture in a packet. */
export interface PictureHeader extends SliceHeader {
  readonly isIrap: boolean;
  /** Whether it begins a new sequence at any position: IDR and BLA. */
  readonly startsSequence: boolean;
  readonly isOrderAnchor: boolean;
  /** Whether it comes with parameter sets, which other pictures may need. */
  readonly bringsParameters: boolean;
}

/** Reads the headers of a stream's pictures in order and remembers its parameter sets. */
export class PictureHeaders {
  readonly #lengthSize: number;
  readonly #pictures = new Map<number, PictureParameters>();
  readonly #sequences = new Map<number, SequenceParameters>();

  /**
   * @param configuration `hvcC` (ISO/IEC 14496-15, 8.3.3.1)
   * @throws RangeError
   */
  constructor(configuration: Uint8Array) {
    this.#lengthSize = ((configuration[21] ?? 3) & 3) + 1;
    for (const unit of configuredUnits(configuration)) this.#remember(unit);
  }

  /**
   * @param packet NAL units of one access unit, each after its length
   * @returns null when the dependencies of the picture are unknown: long-term references, the end of a sequence
   * @throws RangeError when it holds no valid picture
   */
  read(packet: Uint8Array): PictureHeader | null {
    let picture: PictureHeader | null = null;
    let bringsParameters = false;
    for (const unit of nalUnits(packet, this.#lengthSize)) {
      const header = nalHeader(unit);
      const { type, layer } = header;
      if (layer > 0) continue;
      if (type === NAL.endOfSequence || type === NAL.endOfBitstream) return null;
      bringsParameters = this.#remember(unit) || bringsParameters;
      if (!isSlice(type) || picture) continue;
      const kind = { isIrap: isIrap(type), isIdr: isIdr(type) };
      const slice = readSliceHeader(unit, kind, this.#pictures, this.#sequences);
      if (!slice) return null;
      picture = {
        ...slice,
        isIrap: kind.isIrap,
        startsSequence: kind.isIdr || isBla(type),
        isOrderAnchor: isOrderAnchor(header),
        bringsParameters,
      };
    }
    if (!picture) throw new RangeError('a packet without a picture');
    return { ...picture, bringsParameters };
  }

  /** @returns whether the unit is a parameter set */
  #remember(unit: Uint8Array): boolean {
    const { type } = nalHeader(unit);
    if (type === NAL.sps) {
      const sequence = readSequenceParameters(new BitReader(unit));
      this.#sequences.set(sequence.id, sequence);
    } else if (type === NAL.pps) {
      const picture = readPictureParameters(unit);
      this.#pictures.set(picture.id, picture);
    } else if (type !== NAL.vps) return false;
    return true;
  }
}

/** The NAL units in `hvcC`. */
export function* configuredUnits(configuration: Uint8Array): Generator<Uint8Array> {
  let position = 22;
  const number = (bytes: number): number => {
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + (configuration[position++] ?? 0);
    return value;
  };
  for (let arrays = number(1); arrays > 0; arrays--) {
    position++; // kind of the units, which they carry themselves
    for (let units = number(2); units > 0 && position < configuration.length; units--) {
      const length = number(2);
      yield configuration.subarray(position, position + length);
      position += length;
    }
  }
}
