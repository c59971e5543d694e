/** Joiners inside words, and what belongs to emoji and ideographs, are part of what is written. */
const MEANT = [
  String.raw`(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Emoji}\p{Ideographic}\p{Script=Mongolian}])\p{Variation_Selector}`,
  // Flags of parts of countries: tags of a black flag (UTS #51).
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}`,
].join('|');

/** Controls and line separators; what turns the direction of text; what is not seen at all; halves of characters. */
const HARMFUL = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cs}]`;

const PATTERN = new RegExp(`(?<meant>${MEANT})|${HARMFUL}`, 'gu');

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * A text as it can be shown: names, ids and messages come from others, and may hold what commands a terminal, turns
 * text around or hides it. Such characters become `\uXXXX`, as in JSON, which stays the same JSON.
 */
export const printable = (text: string): string =>
  text.replaceAll(PATTERN, (character, meant: string | undefined) => meant ?? escaped(character));

/** The same for a text that is laid out in lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
