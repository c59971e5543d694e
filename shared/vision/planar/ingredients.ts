/** What can be left out of tracking, to measure what it contributes. */
export const INGREDIENTS = ['borders', 'completion', 'features', 'blur'] as const;
export type Ingredient = (typeof INGREDIENTS)[number];

export const lacks = (
  { without }: { readonly without: readonly Ingredient[] },
  ingredient: Ingredient,
): boolean => without.includes(ingredient);
