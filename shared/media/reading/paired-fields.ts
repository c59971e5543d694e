import { EncodedPacket } from 'mediabunny';
import { completes, type FieldReader } from '../bitstream/h264-fields.ts';
import type { Packets } from './chained-packets.ts';

/**
 * The packets of an H.264 track, of which each holds a whole picture: two samples with a field each become one packet,
 * with the time of the first. Every packet is read with its data, since only that tells.
 */
export class PairedFields implements Packets {
  readonly #samples: Packets;
  readonly #readerOf: (sample: EncodedPacket) => FieldReader | undefined;
  /** The second sample of a packet made of two. */
  readonly #seconds = new WeakMap<EncodedPacket, EncodedPacket>();

  /** @param readerOf the reader of samples with the same configuration */
  constructor(samples: Packets, readerOf: (sample: EncodedPacket) => FieldReader | undefined) {
    this.#samples = samples;
    this.#readerOf = readerOf;
  }

  async getFirstPacket(): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getFirstPacket());
  }

  async getNextPacket(packet: EncodedPacket): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getNextPacket(this.#seconds.get(packet) ?? packet));
  }

  async getPacket(time: number): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getPacket(time));
  }

  async getKeyPacket(time: number): Promise<EncodedPacket | null> {
    return this.#paired(await this.#samples.getKeyPacket(time));
  }

  async #paired(packet: EncodedPacket | null): Promise<EncodedPacket | null> {
    const reader = packet && this.#readerOf(packet);
    if (!reader) return packet;
    const first = reader.read(packet.data);
    const next = first && (await this.#samples.getNextPacket(packet));
    if (!first || !next || this.#readerOf(next) !== reader) return packet;
    const second = reader.read(next.data);
    if (!second || !completes(second, first)) return packet;
    const { type, timestamp, duration, sequenceNumber } = packet;
    const data = Buffer.concat([packet.data, next.data]);
    const pair = new EncodedPacket(data, type, timestamp, duration + next.duration, sequenceNumber);
    this.#seconds.set(pair, next);
    return pair;
  }
}
