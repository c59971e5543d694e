/** A packet on its way to the decoder. */
export interface MarkedPacket {
  readonly data: Uint8Array;
  /** The frame it shows where that is wanted; otherwise `NOT_WANTED`. */
  readonly frame: number;
}

/**
 * Leaves out packets on which no wanted picture depends; the wanted ones come out with the same bytes. Takes the packets
 * of a run in decode order, from its key frame on.
 */
export interface PacketFilter {
  /**
   * @returns the packets to decode next, in decode order, with every wanted one up to this; null when it can't be told
   *   what is needed, and the run has to be decoded from its key frame on without leaving anything out
   */
  add(packet: MarkedPacket, wanted: boolean): readonly MarkedPacket[] | null;
}

/** Leaves out nothing. */
export const everyPacket: PacketFilter = { add: (packet) => [packet] };
