/** Where chance begins: FUZZ_SEED, so that what a run found can be sent again; else a new one each time. */
export function readSeed(): number {
  return Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
}
