/** Sums of amounts on the staff pages. */

/**
 * Adds amounts in naira by their kobo, so that the sum of many stays exact.
 * @param amounts as JSON has them, with at most two decimals
 */
export function sumNaira(amounts: readonly number[]): number {
  const kobo = amounts.map((naira) => Math.round(naira * 100))
  return kobo.reduce((sum, each) => sum + each, 0) / 100
}
