/**
 * The items before, between and after the boundaries: one part more than there are boundaries, in one walk.
 * @param items and boundaries in one order
 * @param isAfter whether an item comes after a boundary
 */
export function splitAt<Item, Boundary>(
  items: readonly Item[],
  boundaries: readonly Boundary[],
  isAfter: (item: Item, boundary: Boundary) => boolean,
): (readonly Item[])[] {
  // Most tracks are one part, and long.
  if (boundaries.length === 0) return [items];
  let from = 0;
  const parts = boundaries.map((boundary) => {
    let to = from;
    while (to < items.length && !isAfter(items[to] as Item, boundary)) to++;
    const part = items.slice(from, to);
    from = to;
    return part;
  });
  return [...parts, items.slice(from)];
}
