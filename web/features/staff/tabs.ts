/** The tabs of the dashboard. Which one is open, and what it shows, stands in the address. */

export const TABS = ['applications', 'beneficiaries', 'donors', 'messages', 'audit', 'books'] as const
export type AdminTab = (typeof TABS)[number]

/** What the address asks for; Applications where it says nothing that there is. */
export function tabOf(search: string): AdminTab {
  const named = new URLSearchParams(search).get('tab')
  return TABS.find((tab) => tab === named) ?? 'applications'
}

/**
 * A tab with its filters, or with what is open in it, relative to the page: `/admin` and `/admin/dashboard` are the same screen.
 * @param more what is empty is left out
 */
export function tabAddress(tab: AdminTab, more: Readonly<Record<string, string>> = {}): string {
  const kept = Object.entries(more).filter(([name, value]) => name !== 'tab' && value !== '')
  return `?${new URLSearchParams([['tab', tab], ...kept])}`
}
