import { EncodedPacket } from 'mediabunny';
import { completes, type Field, type FieldReader } from '../bitstream/h264-fields.ts';
import type { Packets } from './chained-packets.ts';

/** How many fields of one parity without their other halves, one after the other, FFmpeg does not show. */
const UNSHOWN = 2;

/** A field without its other half. */
interface LoneField extends Field {
  /** How many it makes of its parity, one after the other. */
  readonly inRow: number;
}

/**
 * The packets of an H.264 track, of which each holds a whole picture: two samples with a field each become one packet,
 * with the time of the first. Every packet is read with its data, since only that tells.
 */
export class PairedFields implements Packets {
  readonly #samples: Packets;
  readonly #readerOf: (sample: EncodedPacket) => FieldReader | undefined;
  /** The second sample of a packet made of two. */
  readonly #seconds = new WeakMap<EncodedPacket, EncodedPacket>();
  readonly #lone = new WeakMap<EncodedPacket, LoneField>();

  /** @param readerOf the reader of samples with the same configuration */
  constructor(samples: Packets, readerOf: (sample: EncodedPacket) => FieldReader | undefined) {
    this.#samples = samples;
    this.#readerOf = readerOf;
  }

  async getFirstPacket(): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getFirstPacket());
  }

  async getNextPacket(packet: EncodedPacket): Promise<EncodedPacket | null> {
    const next = await this.#samples.getNextPacket(this.#seconds.get(packet) ?? packet);
    return this.#paired(next, this.#lone.get(packet));
  }

  async getPacket(time: number): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getPacket(time));
  }

  async getKeyPacket(time: number): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getKeyPacket(time));
  }

  /**
   * Whether a packet, got after all before it, has half a picture that FFmpeg does not show, and so is no frame. It shows
   * halves only where the others are missing throughout.
   */
  isUnshownField(packet: EncodedPacket): boolean {
    return (this.#lone.get(packet)?.inRow ?? Number.POSITIVE_INFINITY) <= UNSHOWN;
  }

  async #paired(packet: EncodedPacket | null, before?: LoneField): Promise<EncodedPacket | null> {
    const reader = packet && this.#readerOf(packet);
    const first = packet && reader?.read(packet.data);
    if (!reader || !first) return packet;
    const next = await this.#samples.getNextPacket(packet);
    const second = next && this.#readerOf(next) === reader && reader.read(next.data);
    if (!next || !second || !completes(second, first)) {
      const inRow = before?.isBottom === first.isBottom ? before.inRow + 1 : 1;
      this.#lone.set(packet, { ...first, inRow });
      return packet;
    }
    const { type, timestamp, duration, sequenceNumber } = packet;
    const data = Buffer.concat([packet.data, next.data]);
    const pair = new EncodedPacket(data, type, timestamp, duration + next.duration, sequenceNumber);
    this.#seconds.set(pair, next);
    return pair;
  }
}
