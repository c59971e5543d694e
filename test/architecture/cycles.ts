/** The groups of nodes that reach each other, largest first (R. Tarjan, Depth-first search and linear graph algorithms, 1972). */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];

  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    open.push(node);
    let low = index;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1 || graph.get(node)?.includes(node)) groups.push(group.sort());
    }
    return low;
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups.sort((a, b) => b.length - a.length);
}
