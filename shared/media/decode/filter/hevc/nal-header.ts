/** The header of a NAL unit (H.265, 7.3.1.2). */
interface NalHeader {
  /** `nal_unit_type`, table 7-1. */
  readonly type: number;
  /** `nuh_layer_id`; layers above 0 extend the pictures and are not decoded. */
  readonly layer: number;
  readonly temporalId: number;
}

export function nalHeader(unit: Uint8Array): NalHeader {
  const [first = 0, second = 0] = unit;
  return {
    type: (first >>> 1) & 0x3f,
    layer: ((first & 1) << 5) | (second >>> 3),
    temporalId: (second & 7) - 1,
  };
}

/** Values of `nal_unit_type`. */
export const NAL = { vps: 32, sps: 33, pps: 34, endOfSequence: 36, endOfBitstream: 37 } as const;

export const isSlice = (type: number): boolean => type < 32;
/** Intra random access point. */
export const isIrap = (type: number): boolean => type >= 16 && type <= 23;
/** Instantaneous decoder refresh. */
export const isIdr = (type: number): boolean => type === 19 || type === 20;
/** Broken link access. */
export const isBla = (type: number): boolean => type >= 16 && type <= 18;
const isLeading = (type: number): boolean => type >= 6 && type <= 9;
const isSubLayerNonReference = (type: number): boolean => type <= 14 && type % 2 === 0;

/** Whether the order counts of later pictures are relative to this one (`prevTid0Pic`, 8.3.1). */
export const isOrderAnchor = ({ type, temporalId }: NalHeader): boolean =>
  temporalId === 0 && !isLeading(type) && !isSubLayerNonReference(type);
