import { unlessUnreadable } from '../../../bitstream/bit-reader.ts';
import type { MarkedPacket, PacketFilter } from '../packet-filter.ts';
import { type PictureHeader, PictureHeaders } from './picture-headers.ts';

/** The most packets held back until it is known whether they are needed. */
const MAX_WAITING = 32;

interface WaitingPicture {
  readonly packet: MarkedPacket;
  readonly picture: PictureHeader;
  /** Picture order counts of the pictures it refers to. */
  readonly references: readonly number[];
}

/**
 * Leaves out the pictures of an H.265 stream that no wanted picture refers to, directly or through others.
 *
 * Every picture lists the pictures kept for it and for later ones (reference picture set, H.265, 8.3.2); no later
 * picture can refer to one that is missing there. So a picture waits until a wanted one lists it or depends on it,
 * or a picture no longer lists it. Pictures that may still be needed are decoded together with the wanted one, to
 * keep the order.
 */
export class NeededPictures implements PacketFilter {
  readonly #headers: PictureHeaders | null;
  /** By picture order count, in decode order. */
  readonly #waiting = new Map<number, WaitingPicture>();
  /** Order counts of the last anchor (`prevTid0Pic`) of the stream, and of the packets given to the decoder. */
  #anchor: number | null = null;
  #sentAnchor = 0;

  /** @param configuration `hvcC` */
  constructor(configuration: Uint8Array) {
    this.#headers = unlessUnreadable(() => new PictureHeaders(configuration));
  }

  add(packet: MarkedPacket, wanted: boolean): readonly MarkedPacket[] | null {
    const picture = unlessUnreadable(() => this.#headers?.read(packet.data));
    if (!picture) return null;
    if (this.#anchor === null || picture.startsSequence) {
      this.#waiting.clear();
      this.#anchor = this.#sentAnchor = picture.orderCount;
      return picture.isIrap ? [packet] : null;
    }
    const order = orderCountNear(this.#anchor, picture);
    if (picture.isOrderAnchor) this.#anchor = order;
    const { references } = picture;
    this.#forgetAllBut(references.map(({ delta }) => order + delta));
    this.#waiting.set(order, {
      packet,
      picture,
      references: references.filter(({ used }) => used).map(({ delta }) => order + delta),
    });
    const needed = wanted || picture.bringsParameters || this.#isFar(picture, order);
    return needed || this.#waiting.size > MAX_WAITING ? this.#send() : [];
  }

  /** Drops pictures that are neither listed nor referred to by those that stay. */
  #forgetAllBut(listed: readonly number[]): void {
    const kept = new Set(listed);
    // A picture follows those it refers to.
    for (const [order, { references }] of [...this.#waiting].reverse()) {
      if (!kept.has(order)) this.#waiting.delete(order);
      else for (const reference of references) kept.add(reference);
    }
  }

  /** An anchor so far from the last one sent that the decoder might derive a wrong order count without it. */
  #isFar({ isOrderAnchor, orderCountBits }: PictureHeader, order: number): boolean {
    return isOrderAnchor && Math.abs(order - this.#sentAnchor) >= 2 ** (orderCountBits - 2);
  }

  /** Null when the decoder would mistake one picture for another, since it lacks the previous anchor. */
  #send(): MarkedPacket[] | null {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [order, { picture }] of waiting) {
      if (order !== orderCountNear(this.#sentAnchor, picture)) return null;
      if (picture.isOrderAnchor) this.#sentAnchor = order;
    }
    return waiting.map(([, { packet }]) => packet);
  }
}

/** The picture order count with the given low bits that is nearest to the anchor's (H.265, 8.3.1). */
function orderCountNear(anchor: number, { orderCount, orderCountBits }: PictureHeader): number {
  const cycle = 2 ** orderCountBits;
  return orderCount - cycle * Math.ceil((orderCount - anchor - cycle / 2) / cycle);
}
