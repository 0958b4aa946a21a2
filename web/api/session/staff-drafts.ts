/** Stores unsent text of staff on the device, encrypted. Signing out on any page discards it. */

/** The beginning of their names in local storage; the user id follows. */
export const STAFF_DRAFT = 'taimako-staff-draft:'

let onDiscard = () => {}

/** @param listener discards what the page has of them in memory */
export function followDiscardedDrafts(listener: () => void): void {
  onDiscard = listener
}

export function discardStaffDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(STAFF_DRAFT)) localStorage.removeItem(name)
  onDiscard()
}
