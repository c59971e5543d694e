import { nalUnits } from '../bitstream/nal-units.ts';
import type { DemuxedVideo } from '../reading/open-video.ts';
import { NAL, nalHeader } from './filter/hevc/nal-header.ts';

/** `nal_unit_type` of parameter sets and of supplemental information (H.264, table 7-1). */
const H264 = { sei: 6, sps: 7, pps: 8 } as const;
/** `payloadType` of what an encoder says of itself (ITU-T H.264, D.1). */
const USER_DATA_UNREGISTERED = 5;

/**
 * What decoders learn from the first packet of a stream and keep: parameter sets that stand nowhere else, and the
 * version of x264, of which some coded 4:4:4 in a way of their own. A decoder that begins later needs it, too.
 */
export interface Opening {
  /** Seconds; of the packet. */
  readonly time: number;
  readonly configuration: number;
  /** NAL units, each after its length as in the packet. */
  readonly units: Uint8Array;
}

/** @returns null where nothing is learnt */
export async function openingOf({ packets, configurations }: DemuxedVideo): Promise<Opening | null> {
  const packet = await packets.getFirstPacket();
  const configuration = packet && configurations.of(packet);
  if (!packet || configuration === null) return null;
  const { codec = null, record } = configurations.all[configuration] ?? {};
  if (codec !== 'avc' && codec !== 'hevc') return null;
  const [lengthAt, isKept] = codec === 'avc' ? [4, isKeptOfH264] : [21, isKeptOfHevc];
  const lengthSize = ((record?.[lengthAt] ?? 3) & 3) + 1;
  const units: Uint8Array[] = [];
  for (const unit of nalUnits(packet.data, lengthSize)) {
    if (!isKept(unit)) continue;
    const length = Buffer.alloc(lengthSize);
    length.writeUIntBE(unit.length, 0, lengthSize);
    units.push(length, unit);
  }
  return units.length === 0 ? null : { time: packet.timestamp, configuration, units: Buffer.concat(units) };
}

function isKeptOfH264(unit: Uint8Array): boolean {
  const type = (unit[0] ?? 0) & 0x1f;
  return type === H264.sps || type === H264.pps || (type === H264.sei && unit[1] === USER_DATA_UNREGISTERED);
}

function isKeptOfHevc(unit: Uint8Array): boolean {
  const { type } = nalHeader(unit);
  return type === NAL.vps || type === NAL.sps || type === NAL.pps;
}
