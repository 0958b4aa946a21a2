/** Names the changes of an event in words. */
import { AUDIT_FIELDS } from '../../../../contract/platform/admin-fields.ts'
import type { AuditEventJson } from '../../../../contract/record/audit.ts'
import { STAFF_ROLES } from '../../../../contract/platform/staff-roles.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { audit as words } from '#words/office/audit.ts'
import { roleNames } from '#words/office/role-names.ts'
import { dayInWords } from '../../../lib/days.ts'
import { nameOfAccount } from '../../desk/parts/people.ts'

type Value = string | number | boolean | null

const STATUSES = new Map<string, string>(Object.entries(applicationNames.statuses))
const FILTERS = new Map<string, string>(Object.entries(words.filterNames))
const FORMER_ROLES = new Map<string, string>(Object.entries(words.formerRoles))

/** `Status: Pending, now Approved`: a line for each field that is not empty. */
export function describeFields({ before, after, names }: Pick<AuditEventJson, 'before' | 'after' | 'names'>): string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const known = AUDIT_FIELDS.find((each) => each === field)
    const name = known ? words.fields[known] : field
    // A field that had no value says only what it has now.
    const [was, is] = [before?.[field] ?? undefined, after?.[field]].map((value) =>
      value === undefined || value === '' ? undefined : describeValue(field, value, names),
    )
    if (was !== undefined && is !== undefined) return words.change(name, was, is)
    return was === undefined && is === undefined ? [] : words.value(name, is ?? was ?? '')
  })
}

function describeValue(field: string, value: Value, names: AuditEventJson['names']): string {
  if (field === 'assigned_to' && typeof value === 'string') return names[value] ?? nameOfAccount(value)
  if (value === null) return field === 'assigned_to' ? words.noOwner : words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  const text = String(value)
  if (field === 'tag') return names[text] ?? words.deletedTag
  if (isProfile(field)) return words.openPerson(text.slice(0, 8))
  if (field === 'status') return STATUSES.get(text) ?? text
  if (field === 'call_again_on') return dayInWords(text)
  if (field === 'role') return describeRoles(text)
  if (field === 'filters')
    return text
      .split(', ')
      .map((name) => FILTERS.get(name) ?? name)
      .join(', ')
  return text.replaceAll('_', ' ')
}

const isProfile = (field: string) => field === 'kept' || field === 'merged' || field === 'claimed_by'

/** `reviewer, finance`, as the audit keeps it. */
function describeRoles(text: string): string {
  const roles = STAFF_ROLES.filter((role) => text.split(', ').includes(role))
  if (roles.length === 0) return FORMER_ROLES.get(text) ?? text
  return roles.map((role) => roleNames[role]).join(', ')
}
