/** The sections of the account page, in order. The address names the one shown: `/account?section=password`. */

export const SECTIONS = ['profile', 'password', 'two-step', 'linked', 'sessions', 'openings', 'data'] as const
export type Section = (typeof SECTIONS)[number]

/** The first section if the address names no existing one. */
export function sectionOf(search: string): Section {
  const named = new URLSearchParams(search).get('section')
  return SECTIONS.find((section) => section === named) ?? 'profile'
}

export function addressOf(section: Section): string {
  return `/account?${new URLSearchParams({ section })}`
}
