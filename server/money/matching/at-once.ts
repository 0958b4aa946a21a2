/** The most questions to the provider at a time. */
const AT_ONCE = 8

/** Acts on each item, some at a time. */
export async function forEachAtOnce<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let next = 0; next < items.length; next += AT_ONCE) await Promise.all(items.slice(next, next + AT_ONCE).map(act))
}
