/** Ids of the entries of a list, in the version that both sides began with and as either side has them. */
interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Merges the orders of a list whose entries have ids. The ids that all three lists have are in the order of the side that
 * moved them; those that one side has alone stay behind the entry that they follow there.
 *
 * @param decide whose order holds where both sides have moved entries, and not in the same way
 * @returns all ids of `mine` and of `theirs`
 */
export function mergeOrders(orders: Orders, decide: (orders: Orders) => 'mine' | 'theirs'): string[] {
  const { mine, theirs } = orders;
  const main = leadingSide(orders, decide);
  return main === 'mine' ? withOthers(mine, theirs) : withOthers(theirs, mine);
}

function leadingSide(orders: Orders, decide: (orders: Orders) => 'mine' | 'theirs'): 'mine' | 'theirs' {
  const [inBase, inMine, inTheirs] = [new Set(orders.base), new Set(orders.mine), new Set(orders.theirs)];
  const shared = (ids: readonly string[]): string =>
    JSON.stringify(ids.filter((id) => inBase.has(id) && inMine.has(id) && inTheirs.has(id)));
  const [base, mine, theirs] = [shared(orders.base), shared(orders.mine), shared(orders.theirs)];
  if (base === mine || mine === theirs) return 'theirs';
  return base === theirs ? 'mine' : decide(orders);
}

/** Puts the ids that only `other` has behind those that they follow there; what ends it ends the result. */
function withOthers(main: readonly string[], other: readonly string[]): string[] {
  const known = new Set(main);
  const followers = new Map<string | null, string[]>();
  let run: string[] = [];
  followers.set(null, run);
  for (const id of other) {
    if (!known.has(id)) run.push(id);
    else {
      run = [];
      followers.set(id, run);
    }
  }
  const last = run;
  const merged = [null, ...main].flatMap((id) => {
    const behind = followers.get(id) ?? [];
    return [...(id === null ? [] : [id]), ...(behind === last ? [] : behind)];
  });
  return [...merged, ...last];
}
