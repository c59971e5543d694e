/** Profiles whose parameter sets contain chroma format and bit depth, as far as x264 writes them. */
const HIGH_PROFILES = [100, 110, 122, 244];

/** VUI parameters (ITU-T H.264, annex E): empty ones, and ones that claim that no picture is reordered. */
const NO_VUI = '0';
const NO_REORDERING = `1${'0'.repeat(8)}1${'1'.repeat(6)}00101`;

/** Changes the reorder depth that an H.264 file declares, without changing its pictures. */
export const withoutReorderDepth = (file: Buffer): void => replaceVui(file, NO_VUI);
export const withWrongReorderDepth = (file: Buffer): void => replaceVui(file, NO_REORDERING);

/** Replaces the VUI parameters in the sequence parameter set of `avcC` (ISO/IEC 14496-15, 5.3.3.1). */
function replaceVui(file: Buffer, vui: string): void {
  const lengthAt = file.indexOf('avcC') + 4 + 6;
  const set = file.subarray(lengthAt + 2, lengthAt + 2 + file.readUInt16BE(lengthAt));
  const bits = Array.from(set, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const changed = `${bits.slice(0, vuiPosition(bits))}${vui}1`.padEnd(bits.length, '0');
  for (let i = 0; i < set.length; i++) set[i] = Number.parseInt(changed.slice(8 * i, 8 * i + 8), 2);
}

/** Bit position of `vui_parameters_present_flag` (ITU-T H.264, 7.3.2.1.1) in sets that x264 writes. */
function vuiPosition(bits: string): number {
  let position = 32;
  const flag = (): boolean => bits[position++] === '1';
  const number = (): number => {
    const zeros = bits.indexOf('1', position) - position;
    position += 2 * zeros + 1;
    return Number.parseInt(bits.slice(position - zeros - 1, position), 2) - 1;
  };
  const skip = (numbers: number): void => {
    for (let i = 0; i < numbers; i++) number();
  };
  skip(1);
  if (HIGH_PROFILES.includes(Number.parseInt(bits.slice(8, 16), 2))) {
    skip(3);
    position += 2;
  }
  skip(1);
  if (number() === 0) skip(1);
  skip(1);
  position += 1;
  skip(2);
  if (!flag()) position += 1;
  position += 1;
  if (flag()) skip(4);
  return position;
}
