/** A connected part of a mask: its bounding box in mask pixels (`right` and `bottom` exclusive) and its contents. */
interface Component {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Pixels at or above the threshold. */
  readonly area: number;
  /** Sum of the mask over these pixels. */
  readonly mass: number;
}

interface ComponentOptions {
  /** Mask value from which a pixel belongs to a component. */
  readonly threshold: number;
  /** Pixels at most this many columns and rows apart belong together: 1 is 8-connectivity, more bridges gaps. */
  readonly reach: number;
  /** Smallest area of a component, in pixels. */
  readonly minArea: number;
}

const BACKGROUND = -1;

/**
 * The connected components of a mask `[height, width]`, found in two passes with union–find (Rosenfeld and Pfaltz, JACM
 * 1966); small ones are dropped. In the order of their first pixels, row by row.
 */
export function connectedComponents(
  mask: Float32Array,
  width: number,
  height: number,
  { threshold, reach, minArea }: ComponentOptions,
): Component[] {
  const { labels, parents } = labelPixels(mask, width, height, threshold, reach);
  const components = new Map<number, { -readonly [K in keyof Component]: Component[K] }>();
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const label = labels[i] as number;
      if (label === BACKGROUND) continue;
      const root = rootOf(parents, label);
      const component = components.get(root) ?? { left: x, top: y, right: x, bottom: y, area: 0, mass: 0 };
      component.left = Math.min(component.left, x);
      component.right = Math.max(component.right, x + 1);
      component.bottom = y + 1;
      component.area++;
      component.mass += mask[i] as number;
      components.set(root, component);
    }
  return [...components.values()].filter(({ area }) => area >= minArea);
}

/** First pass: a label for every pixel, and which labels turned out to be one component. */
function labelPixels(mask: Float32Array, width: number, height: number, threshold: number, reach: number) {
  const labels = new Int32Array(width * height).fill(BACKGROUND);
  const parents: number[] = [];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (!((mask[i] as number) >= threshold)) continue;
      let label = BACKGROUND;
      // The neighbours that have a label already: the rows above and what is to the left.
      for (let row = Math.max(0, y - reach); row <= y; row++) {
        const end = row === y ? x : Math.min(width, x + reach + 1);
        for (let column = Math.max(0, x - reach); column < end; column++) {
          const neighbour = labels[row * width + column] as number;
          if (neighbour === BACKGROUND || neighbour === label) continue;
          label = label === BACKGROUND ? rootOf(parents, neighbour) : unite(parents, label, neighbour);
        }
      }
      if (label === BACKGROUND) label = parents.push(parents.length) - 1;
      labels[i] = label;
    }
  return { labels, parents };
}

function rootOf(parents: number[], label: number): number {
  let root = label;
  while (parents[root] !== root) root = parents[root] as number;
  parents[label] = root;
  return root;
}

function unite(parents: number[], a: number, b: number): number {
  const [rootA, rootB] = [rootOf(parents, a), rootOf(parents, b)];
  const root = Math.min(rootA, rootB);
  parents[Math.max(rootA, rootB)] = root;
  return root;
}
