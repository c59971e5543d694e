import { nalUnits } from '../../bitstream/nal-units.ts';
import type { MarkedPacket, PacketFilter } from './packet-filter.ts';

/**
 * Leaves out the pictures of an H.264 stream that no other picture refers to, unless they are wanted. Nothing more
 * can be dropped safely: which pictures are kept for reference depends on the earlier ones.
 */
export class DisposablePictures implements PacketFilter {
  readonly #lengthSize: number;

  /** @param configuration `avcC` (ISO/IEC 14496-15, 5.3.3.1) */
  constructor(configuration: Uint8Array) {
    this.#lengthSize = ((configuration[4] ?? 3) & 3) + 1;
  }

  add(packet: MarkedPacket, wanted: boolean): readonly MarkedPacket[] {
    return wanted || !isDisposable(packet.data, this.#lengthSize) ? [packet] : [];
  }
}

/** Whether `nal_ref_idc` is 0 in every slice (ITU-T H.264, 7.4.1). */
function isDisposable(packet: Uint8Array, lengthSize: number): boolean {
  let slices = 0;
  for (const [header = 0] of nalUnits(packet, lengthSize)) {
    const type = header & 0x1f;
    if (type < 1 || type > 5) continue;
    if ((header & 0x60) !== 0) return false;
    slices++;
  }
  return slices > 0;
}
