/** How high the rows of lists are, on this device. Fingers always get the usual height: dense.css. */

export const ROW_HEIGHTS = ['usual', 'compact'] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]

const KEPT = 'taimako-staff-rows'

export const rowHeight = (): RowHeight => (localStorage.getItem(KEPT) === 'compact' ? 'compact' : 'usual')

export function setRowHeight(height: RowHeight): void {
  if (height === 'usual') localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, height)
  showRowHeight()
}

export function showRowHeight(): void {
  document.documentElement.dataset['staffRows'] = rowHeight()
}
