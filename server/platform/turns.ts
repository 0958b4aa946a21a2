/** Work in turn: only some of it at a time, the rest waits in the order in which it came. */

/** Does work when its turn comes. @returns what it returns; a failure gives the turn on as well */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns(atOnce: number): InTurn {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (work) => {
    if (underWay < atOnce) underWay += 1
    // The one that ends hands its place over.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}
