/** Moves the focus from row to row of a list, whose links have `data-row`. */

/** From the row with the focus; else to the first. */
export function moveFocus(page: HTMLElement | null, step: 1 | -1): void {
  const links = [...(page?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = at === -1 ? links[0] : links[at + step]
  next?.focus()
}
