/** What differs between two publications, and which differences take two people. */
import { ORGANISATION_STEPS, type OrganisationStep } from '../../../contract/office/organisation-fields.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { ourOrganisation } from '../../../contract/platform/our-organisation.ts'

export interface Change {
  /** A path such as `support.email`. */
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Who gives or asks relies on these: with them, someone could pass the organisation off as another one. */
const TWO_PEOPLE = /^(?:name|short_name|whatsapp|registered\..*|support\..*|letters\.sender)$/

/** @returns each fact as text, by its path */
function factsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[path, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, part]) => factsOf(part, path === '' ? name : `${path}.${name}`))
}

export function changesBetween(before: Organisation, after: Organisation): Change[] {
  const old = new Map(factsOf(before))
  return factsOf(after)
    .map(([field, value]) => ({ field, before: old.get(field) ?? '', after: value }))
    .filter((change) => change.before !== change.after)
}

export const takeTwoPeople = (changes: readonly Change[]) => changes.some(({ field }) => TWO_PEOPLE.test(field))

/** The audit keeps short values. */
export const auditedChanges = (changes: readonly Change[]) =>
  changes
    .map(({ field }) => field)
    .join(', ')
    .slice(0, 200)

const PARTS: Readonly<Record<OrganisationStep, (of: Organisation) => unknown>> = {
  names: ({ name, short_name }) => [name, short_name],
  contact: ({ support }) => support,
  registered: ({ registered }) => registered,
  links: ({ source_code }) => source_code,
  look: ({ look }) => look,
  letters: ({ letters }) => letters.sender,
}

/** @returns the steps of setting an organisation up; one is done when nothing of it is ours any more */
export const stepsOf = (published: Organisation) =>
  ORGANISATION_STEPS.map((name) => ({
    name,
    is_done: JSON.stringify(PARTS[name](published)) !== JSON.stringify(PARTS[name](ourOrganisation)),
  }))
