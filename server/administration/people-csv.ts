/** The people, their requests and the audit as CSV: the rows of the lists, under the same conditions and in the same order. */
import { sql } from 'drizzle-orm'
import { applicationConditions, type ApplicationFilters } from '../applications/review-list.ts'
import { auditConditions, type AuditFilters } from './audit-events.ts'
import { beneficiaryConditions, type BeneficiaryFilters } from '../beneficiaries/beneficiaries.ts'
import { joinPerson } from '../auth/people.ts'
import { timestampCell, nairaCell, plainCell, textCell, type CsvList } from '../lib/csv.ts'
import { newestFirst, type ListOrder } from '../lib/db/keyset.ts'

export function beneficiariesCsv(filters: BeneficiaryFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`profiles.id`),
      user_id: plainCell(sql`profiles.user_id`),
      full_name: textCell(sql`profiles.full_name`),
      email: textCell(sql`users.email`),
      phone: textCell(sql`profiles.phone`),
      address: textCell(sql`profiles.address`),
      is_approved: plainCell(sql`profiles.is_approved`),
      applications: plainCell(sql`requests.applications`),
      approved: plainCell(sql`requests.approved`),
      created_at: timestampCell(sql`profiles.created_at`),
    },
    table: 'profiles',
    from: sql`profiles`,
    where: beneficiaryConditions(filters),
    order: { ...newestFirst('profiles'), descending: filters.sort === 'newest' },
    joins: sql`left join users on users.id = profiles.user_id
      cross join lateral (select count(*) as applications, count(*) filter (where status = 'approved') as approved
                            from aid_applications where beneficiary_id = profiles.id) as requests`,
  }
}

const APPLICATIONS_NEWEST = newestFirst('applications')
const APPLICATION_ORDERS: Readonly<Record<ApplicationFilters['sort'], ListOrder>> = {
  newest: APPLICATIONS_NEWEST,
  oldest: { ...APPLICATIONS_NEWEST, descending: false },
  // Those that name none come last, as in the list.
  amount: { ...APPLICATIONS_NEWEST, by: sql`coalesce(applications.amount_requested, -1)`, type: 'bigint' },
}

/** What the list shows. What people tell of their need, and their papers, stay where each reading is audited. */
export function applicationsCsv(filters: ApplicationFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`applications.id`),
      user_id: plainCell(sql`applications.user_id`),
      full_name: textCell(sql`coalesce(profiles.full_name, 'Unknown')`),
      email: textCell(sql`users.email`),
      phone: textCell(sql`profiles.phone`),
      address: textCell(sql`profiles.address`),
      is_approved: plainCell(sql`profiles.is_approved`),
      application_type: plainCell(sql`applications.application_type`),
      amount_requested: nairaCell(sql`applications.amount_requested`),
      urgency: plainCell(sql`applications.urgency`),
      status: plainCell(sql`applications.status`),
      waiting_since: timestampCell(sql`applications.waiting_since`),
      created_at: timestampCell(sql`applications.created_at`),
      decided_at: timestampCell(sql`applications.decided_at`),
    },
    table: 'applications',
    from: sql`aid_applications as applications`,
    where: applicationConditions(filters),
    order: APPLICATION_ORDERS[filters.sort],
    joins: sql`left join profiles on profiles.id = applications.beneficiary_id left join users on users.id = profiles.user_id`,
  }
}

export function auditEventsCsv(filters: AuditFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`audit_events.id`),
      created_at: timestampCell(sql`audit_events.created_at`),
      actor_kind: plainCell(sql`audit_events.actor_kind`),
      actor_id: plainCell(sql`audit_events.actor_id`),
      actor_role: plainCell(sql`audit_events.actor_role`),
      full_name: textCell(sql`profiles.full_name`),
      email: textCell(sql`users.email`),
      action: plainCell(sql`audit_events.action`),
      subject: plainCell(sql`audit_events.subject`),
      subject_id: textCell(sql`audit_events.subject_id`),
      before: textCell(sql`audit_events.before::text`),
      after: textCell(sql`audit_events.after::text`),
      request_id: textCell(sql`audit_events.request_id`),
    },
    table: 'audit_events',
    from: sql`audit_events`,
    where: auditConditions(filters),
    order: newestFirst('audit_events'),
    joins: joinPerson(sql`audit_events.actor_id`),
  }
}
