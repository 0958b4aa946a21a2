/** Work that goes on after its request was answered. A shutdown waits for it; a failure is logged, not lost. */
import type { Logger } from './logger.ts'

export interface Background {
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export function createBackground(log: Logger): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run(name, work) {
      const task = work().then(
        () => undefined,
        (error: unknown) => log.error({ err: error, task: name }, 'background work failed'),
      )
      underWay.add(task)
      void task.finally(() => underWay.delete(task))
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
