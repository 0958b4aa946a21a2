/** Before each file: random input is the same in each run of `npm test`. The long runs of `npm run faults` choose it anew. */
import fc from 'fast-check'

/** SEED, to repeat what a long run has found. */
export const SEED = Number(process.env['SEED'] ?? 20_261_123)

fc.configureGlobal({ seed: SEED })
