const QUOTE = '"';
const BACKSLASH = '\\';
const NUMBER = /-?\d[\d.eE+-]*/y;
/** As a value, and not within a number of another form; in a string it may stand too. */
const LONG_INTEGER = /(?:^|[[:,\s])-?[1-9]\d{15,}(?![\d.eE])/;

/** An integer that reading it changes. */
export interface RoundedInteger {
  /** Leads to it from the outside in: names of members, indices of entries. */
  readonly path: string[];
  readonly sent: string;
  /** What it would become. */
  readonly kept: string;
}

/**
 * The first integer of a JSON text that a double does not give back, such as 9007199254740993, which would become
 * 9007199254740992. RFC 8259 (6) lets readers round it, RFC 7493 (2.2) has it sent as a string. Decimals are not looked at: the nearest
 * double is what readers everywhere take for them.
 *
 * @param text valid JSON without numbers beyond the range of a double
 */
export function roundedInteger(text: string): RoundedInteger | null {
  if (!LONG_INTEGER.test(text)) return null;
  const containers: { step: string | number; awaitsName: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    const container = containers.at(-1);
    if (character === QUOTE) {
      const start = i++;
      while (text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
      if (container?.awaitsName) {
        container.step = JSON.parse(text.slice(start, i + 1)) as string;
        container.awaitsName = false;
      }
    } else if (character === '{') containers.push({ step: '', awaitsName: true });
    else if (character === '[') containers.push({ step: 0, awaitsName: false });
    else if (character === '}' || character === ']') containers.pop();
    else if (character === ',' && container !== undefined) {
      if (typeof container.step === 'number') container.step++;
      else container.awaitsName = true;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = i;
      const sent = NUMBER.exec(text)?.[0] ?? character;
      const kept = String(Number(sent));
      if (/^-?\d{16,}$/.test(sent) && BigInt(sent) !== integerOf(kept))
        return { path: containers.map(({ step }) => String(step)), sent, kept };
      i += sent.length - 1;
    }
  }
  return null;
}

/** An integer as JavaScript writes it: `1.5e+21` from 10^21 on. */
function integerOf(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  return BigInt(whole + decimals) * 10n ** BigInt(Number(exponent) - decimals.length);
}
