const START = '<|startoftext|>';
const END = '<|endoftext|>';

/**
 * A `tokenizer.json` in CLIP's format (byte pair encoding of lower-case text, with marks for the end of words and of
 * the text) that makes exactly the given words one token each.
 * @param words lower-case letters a–z
 * @returns the file and the id of every token
 */
export function wordTokenizer(words: readonly string[]): {
  tokenizer: object;
  ids: Readonly<Record<string, number>>;
} {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
  const merges: string[] = [];
  const tokens = new Set([...letters, ...letters.map((letter) => `${letter}</w>`)]);
  for (const word of words) {
    const symbols = [...word].map((letter, i) => (i === word.length - 1 ? `${letter}</w>` : letter));
    // The merges of earlier words apply to this one as well.
    encoded(symbols, merges).reduce((joined, symbol) => {
      merges.push(`${joined} ${symbol}`);
      tokens.add(joined + symbol);
      return joined + symbol;
    });
  }
  const ids = Object.fromEntries([...tokens, START, END].map((token, id) => [token, id]));
  const [start, end] = [ids[START], ids[END]];
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: true, special: true };
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [
      { id: start, content: START, ...special },
      { id: end, content: END, ...special },
    ],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Lowercase' },
      ],
    },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        {
          type: 'Split',
          pattern: { Regex: "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+" },
          behavior: 'Removed',
          invert: true,
        },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      ],
    },
    post_processor: {
      type: 'RobertaProcessing',
      sep: [END, end],
      cls: [START, start],
      trim_offsets: false,
      add_prefix_space: false,
    },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: END,
      continuing_subword_prefix: '',
      end_of_word_suffix: '</w>',
      fuse_unk: false,
      vocab: ids,
      merges,
    },
  };
  return { tokenizer, ids };
}

/** Byte pair encoding (Sennrich et al., ACL 2016): applies the earliest possible merge until there is none. */
function encoded(symbols: readonly string[], merges: readonly string[]): readonly string[] {
  const pairs = symbols.slice(1).map((symbol, i) => `${symbols[i]} ${symbol}`);
  const merge = merges.find((candidate) => pairs.includes(candidate));
  if (merge === undefined) return symbols;
  const at = pairs.indexOf(merge);
  return encoded(
    [...symbols.slice(0, at), pairs[at]?.replace(' ', '') ?? '', ...symbols.slice(at + 2)],
    merges,
  );
}
