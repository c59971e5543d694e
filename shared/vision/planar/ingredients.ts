/**
 * What can be left out of tracking, to measure what it contributes. Without `borders` sides are not drawn to where the
 * border is seen, nor are poses ranked or contradicted by it; the confidence still asks how much of it shows.
 */
export const INGREDIENTS = ['borders', 'completion', 'features', 'blur'] as const;
export type Ingredient = (typeof INGREDIENTS)[number];

export const lacks = (
  { without }: { readonly without: readonly Ingredient[] },
  ingredient: Ingredient,
): boolean => without.includes(ingredient);
