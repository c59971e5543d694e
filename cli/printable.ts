/** Invisible characters that belong to the text: joiners inside words, parts of emoji and of ideographs. */
const MEANT = [
  String.raw`(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Emoji}\p{Ideographic}\p{Script=Mongolian}])\p{Variation_Selector}`,
  // Flags of regions: tags after a black flag (UTS #51).
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}`,
].join('|');

/** Controls, line separators, direction marks, invisible characters and lone surrogates. */
const HARMFUL = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cs}]`;

const PATTERN = new RegExp(`(?<meant>${MEANT})|${HARMFUL}`, 'gu');

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Makes a text safe to show. Names, ids and messages come from others and may contain characters that control the
 * terminal, reverse text or hide it; these become `\uXXXX`, as in JSON, so that JSON stays the same JSON.
 */
export const printable = (text: string): string =>
  text.replaceAll(PATTERN, (character, meant: string | undefined) => meant ?? escaped(character));

/** Like {@link printable}, keeping line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
