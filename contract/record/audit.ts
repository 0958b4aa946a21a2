/** The audit: who did what, and when. Its actions, subjects and fields are listed in admin-fields.ts. */
import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_KINDS, AUDIT_SUBJECTS } from '../platform/admin-fields.ts'
import { actor, staffWith, period } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, naira, timestamp, personText } from '../platform/fields.ts'
import { countedPageOf, pageQuery } from '../platform/lists.ts'
import { ROLES } from './profile-fields.ts'

/** Fields by name. The audit is permanent, so they never hold text about a person. */
const auditedFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const auditEvent = z.strictObject({
  id: z.uuid(),
  actor_kind: z.enum(AUDIT_ACTORS),
  /** Staff; null for everyone else. */
  actor: z.strictObject({ ...actor.shape, role: z.enum(ROLES) }).nullable(),
  /** The profile of an applicant who acted: the audit does not show their name (decision 0029). */
  actor_profile: z.uuid().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.enum(AUDIT_SUBJECTS),
  subject_id: z.string(),
  /** The request that it is about: also for awards and payments. */
  case_number: z.string().nullable(),
  /** The present amount of the award or the payout. */
  amount: naira.nullable(),
  /** The names of the staff and of the tags behind ids in `subject_id`, `before` and `after`. A deleted tag has none. */
  names: z.record(z.string(), z.string()),
  before: auditedFields.nullable(),
  after: auditedFields.nullable(),
  request_id: z.string().nullable(),
  created_at: timestamp,
})

export type AuditEventJson = z.input<typeof auditEvent>

/** The filters. The CSV export takes the same. */
export const auditFilters = {
  /** The user id of the actor; `operator` for the command line. */
  actor: z.union([z.uuid(), z.literal('operator')]).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Only what changed something, or only who looked at what. */
  kind: z.enum(AUDIT_KINDS).optional(),
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  subject_id: personText(200).optional(),
  /** A case number: everything about that request, its awards and its payments. */
  case: personText(40).optional(),
  /** The user id of a person: what was done with their data. */
  person: z.uuid().optional(),
  ...period,
}

export const auditEndpoints = {
  'GET /api/admin/audit-events': endpoint({
    ...staffWith('see_audit'),
    summary: 'Audit events, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...auditFilters }),
    reply: { status: 200, schema: countedPageOf(auditEvent) },
  }),
  'GET /api/admin/audit-events/actors': endpoint({
    ...staffWith('see_audit'),
    summary: 'All administrators in the audit, including former ones: at most 200.',
    reply: ok({ items: z.array(actor) }),
  }),
} as const
