import type { EncodedPacket, EncodedPacketSink, PacketRetrievalOptions } from 'mediabunny';

/** The packets of a track in decode order, and those found by time (seconds): the last one at or before it. */
export type Packets = Pick<
  EncodedPacketSink,
  'getFirstPacket' | 'getNextPacket' | 'getPacket' | 'getKeyPacket'
>;

/** Packets of one track from two sources, one after the other in decode order. */
export class ChainedPackets implements Packets {
  readonly #head: Packets;
  readonly #tail: Packets;
  readonly #ofTail = new WeakSet<EncodedPacket>();

  constructor(head: Packets, tail: Packets) {
    this.#head = head;
    this.#tail = tail;
  }

  async getFirstPacket(options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return (await this.#head.getFirstPacket(options)) ?? this.#firstOfTail(options);
  }

  async getNextPacket(
    packet: EncodedPacket,
    options?: PacketRetrievalOptions,
  ): Promise<EncodedPacket | null> {
    if (this.#ofTail.has(packet)) return this.#noted(await this.#tail.getNextPacket(packet, options));
    return (await this.#head.getNextPacket(packet, options)) ?? this.#firstOfTail(options);
  }

  getPacket(time: number, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return this.#later((packets) => packets.getPacket(time, options));
  }

  getKeyPacket(time: number, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return this.#later((packets) => packets.getKeyPacket(time, options));
  }

  async #firstOfTail(options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return this.#noted(await this.#tail.getFirstPacket(options));
  }

  async #later(find: (packets: Packets) => Promise<EncodedPacket | null>): Promise<EncodedPacket | null> {
    const [head, tail] = [await find(this.#head), this.#noted(await find(this.#tail))];
    return head && tail ? (tail.timestamp >= head.timestamp ? tail : head) : (head ?? tail);
  }

  #noted(packet: EncodedPacket | null): EncodedPacket | null {
    if (packet) this.#ofTail.add(packet);
    return packet;
  }
}
