/** The random seed: SEED, to repeat an earlier run, or a new one. */
export function readSeed(): number {
  return Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
}
