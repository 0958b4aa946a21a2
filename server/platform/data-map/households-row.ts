/** Who belongs together, in the data map. */
import { INTEREST } from './bases.ts'
import type { DataMapRow } from './row.ts'

export const HOUSEHOLDS: DataMapRow = {
  what: 'whether two people who ask for aid live together, are one person, or are unrelated, as a reviewer said; the households that follow from it; which profiles of one person were merged, and by whom; which account claimed the profile of a person whom staff had entered, and the keyed hash of the code for it',
  tables: ['person_links', 'household_members', 'profile_merges', 'claim_codes', 'profile_claims'],
  why: "so that one need is not paid twice, and no figure that we publish stands for fewer than ten households. It is not in a person's data export, because it is about another person too",
  howLong: 'until one of the accounts is closed; a code, until it is used or two days old',
  people: ['people who ask for aid'],
  basis: [INTEREST],
  recipients: ['administrators'],
}
