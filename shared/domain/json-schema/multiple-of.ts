/** A number as `digits · 10^exponent`, by the shortest decimal that names it. */
function decimalOf(value: number): { digits: bigint; exponent: number } {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * Whether a number is a whole multiple of another, both taken as the decimals they are written as: 0.3 is a multiple
 * of 0.1, though the doubles are not.
 * @param factor not 0
 */
export function isMultipleOf(value: number, factor: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(factor)];
  const lowest = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent }: typeof a): bigint => digits * 10n ** BigInt(exponent - lowest);
  return scaled(a) % scaled(b) === 0n;
}
