/** The random seed: FUZZ_SEED, to repeat an earlier run, or a new one. */
export function readSeed(): number {
  return Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
}
