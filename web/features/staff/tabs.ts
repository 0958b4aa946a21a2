/** The tabs of the dashboard. The address says which one is open, and what it shows. */

export const TABS = ['applications', 'beneficiaries', 'donors', 'messages', 'audit', 'books'] as const
export type AdminTab = (typeof TABS)[number]

/** The tab in the address; Applications if it names no existing one. */
export function tabOf(search: string): AdminTab {
  const named = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === named) ?? 'applications'
}

/**
 * The address of a tab with its filters or its open row, relative to the page: `/admin` and `/admin/dashboard` are the same screen.
 * @param more empty values are left out
 */
export function tabAddress(tab: AdminTab, more: Readonly<Record<string, string>> = {}): string {
  const kept = Object.entries(more).filter(([name, value]) => name !== 'tab' && value !== '')
  return `?${new URLSearchParams([['tab', tab], ...kept])}`
}
