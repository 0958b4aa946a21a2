/**
 * Before each file: random input is the same in each run of `npm test`, and the processor time of the file is counted. The long runs of
 * `npm run faults` choose their input anew.
 */
import fc from 'fast-check'
import { beforeAll } from 'vitest'
import { processorSeconds } from './processor.ts'

declare module 'vitest' {
  interface TaskMeta {
    processorSeconds?: number
  }
}

/** SEED, to repeat what a long run has found. */
export const SEED = Number(process.env['SEED'] ?? 20_261_123)

fc.configureGlobal({ seed: SEED })

// From here on, not only from the first test: a large part is loading modules.
const before = processorSeconds()
// oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to learn which fixtures are needed
beforeAll(({}, { file }) => {
  return () => {
    file.meta.processorSeconds = processorSeconds() - before
  }
})
