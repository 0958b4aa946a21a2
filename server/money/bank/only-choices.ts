/** Matching only what leaves no choice. */

/** The pairs whose line has nothing else to match and whose other side no other line; also once those are taken. */
export function takeOnlyChoices<Pair extends { readonly line: string; readonly key: string }>(
  candidates: readonly Pair[],
): Pair[] {
  const taken: Pair[] = []
  for (let left = candidates; ;) {
    const lines = Map.groupBy(left, ({ line }) => line)
    const keys = Map.groupBy(left, ({ key }) => key)
    const sure = left.filter(({ line, key }) => lines.get(line)?.length === 1 && keys.get(key)?.length === 1)
    if (sure.length === 0) return taken
    taken.push(...sure)
    left = left.filter((pair) => !sure.includes(pair))
  }
}
