/** A packet on its way to the decoder. */
export interface MarkedPacket {
  readonly data: Uint8Array;
  /** The frame it shows, if wanted; otherwise `NOT_WANTED`. */
  readonly frame: number;
}

/**
 * Leaves out packets that no wanted picture depends on; the wanted pictures come out with the same bytes. Takes the
 * packets of a run in decode order, from its key frame on.
 */
export interface PacketFilter {
  /**
   * @returns the packets to decode next, in decode order, with every wanted one up to this; null when the
   *   dependencies are unknown, and the run has to be decoded in full from its key frame on
   */
  add(packet: MarkedPacket, wanted: boolean): readonly MarkedPacket[] | null;
}

/** Leaves out nothing. */
export const everyPacket: PacketFilter = { add: (packet) => [packet] };
