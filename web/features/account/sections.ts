/** The sections of the account page, in their order. Which one is shown stands in the address: `/account?section=password`. */

export const SECTIONS = ['profile', 'password', 'two-step', 'linked', 'sessions', 'data'] as const
export type Section = (typeof SECTIONS)[number]

/** The first one where the address names none that there is. */
export function sectionOf(search: string): Section {
  const named = new URLSearchParams(search).get('section')
  return SECTIONS.find((section) => section === named) ?? 'profile'
}

export function addressOf(section: Section): string {
  return `/account?${new URLSearchParams({ section })}`
}
