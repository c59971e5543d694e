/** Cosine similarity of two vectors of equal length, in [−1, 1]; 0 where one has no direction. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    product += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? product / Math.sqrt(aa * bb) : 0;
}

/** How alike one crop of an object is to each text. */
export interface Likeness {
  /** Cosine similarity to each text, in [−1, 1]. */
  readonly cosines: readonly number[];
  /** How much the crop counts, ≥ 0. */
  readonly weight: number;
}

/**
 * Probability of each text: the zero-shot classifier of CLIP (Radford et al., "Learning transferable visual models from
 * natural language supervision", ICML 2021, 3.1), a softmax over scaled cosines.
 *
 * Several crops are combined by the weighted mean of their cosines. That is the weighted geometric mean of their
 * probabilities, normalised, and the same as comparing the texts with the mean of the crops' unit vectors: crops that
 * contradict each other make all texts less distinct, and no single crop decides.
 * @param crops at least one; when all weights are 0, all count alike
 * @param logitScale inverse temperature the model was trained with
 */
export function textProbabilities(crops: readonly Likeness[], logitScale: number): number[] {
  const total = crops.reduce((sum, { weight }) => sum + weight, 0);
  const share = ({ weight }: Likeness): number => (total > 0 ? weight / total : 1 / crops.length);
  const logits = (crops[0]?.cosines ?? []).map(
    (_, text) => logitScale * crops.reduce((sum, crop) => sum + share(crop) * (crop.cosines[text] ?? 0), 0),
  );
  const greatest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - greatest));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}
