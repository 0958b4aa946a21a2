/** The aid that an organisation offers until it has published something else, by section 4 of the spec. */
export const OUR_AID: {
  readonly kinds: Record<string, 'offered' | 'closed'>
  readonly days: { critical: number; high: number; other: number }
} = { kinds: {}, days: { critical: 3, high: 7, other: 21 } }
