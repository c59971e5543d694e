/**
 * The NAL units of a packet, without the length before each (ISO/IEC 14496-15, 4.3.3.1); the last one is cut off where
 * the packet ends.
 *
 * @param lengthSize bytes of each length, 1–4
 */
export function* nalUnits(packet: Uint8Array, lengthSize: number): Generator<Uint8Array> {
  for (let position = 0; position + lengthSize < packet.length; ) {
    let length = 0;
    for (let i = 0; i < lengthSize; i++) length = length * 256 + (packet[position + i] ?? 0);
    position += lengthSize;
    yield packet.subarray(position, position + length);
    position += length;
  }
}
