/** The address of the slips of some payments, to be printed together. */
export function slipsAddress(ids: readonly string[]): string {
  return `/admin/payouts/slips?${new URLSearchParams(ids.map((id) => ['id', id]))}`
}
