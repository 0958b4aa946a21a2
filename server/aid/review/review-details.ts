/** A request with everything needed to decide it. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PAYMENT_ACTS } from '../../../contract/platform/admin-fields.ts'
import type { ApplicationType, Urgency } from '../../../contract/aid/application-fields.ts'
import { APPLICATION_STATUSES, CHANNELS, HELPER_RELATIONS } from '../../../contract/aid/handling-fields.ts'
import { DELIVERIES } from '../../../contract/office/admin-reports-fields.ts'
import type { PolicyName } from '../../../contract/platform/policy-names.ts'
import { REASONS } from '../../../contract/aid/reason-fields.ts'
import type { UncoveredAct } from '../../../contract/aid/payout-fields.ts'
import type { awardTerms, newAward } from '../../../contract/aid/payout-shapes.ts'
import { recordReading, type Administering } from '../../record/audit/audit.ts'
import { joinPerson, PERSON, PersonRow, readPerson, type Person } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isPolicyStored } from '../../platform/rendering/policies.ts'
import { readOpened } from '../../platform/lists/list.ts'
import { readAppeal } from '../requests/appeals.ts'
import { isTakenBack } from '../requests/applications.ts'
import { toDocumentRow, readDocuments } from '../requests/application-documents.ts'
import { readHelper } from '../requests/helpers.ts'
import { readReviewedActs } from '../requests/own-acts.ts'
import { readRequestsOf } from './brief.ts'
import { findDuplicates } from './duplicates.ts'
import { readNotes } from '../requests/notes.ts'
import { letterOf, readNews } from '../requests/letters.ts'
import { readActs } from './queue/acts.ts'
import { findReviewed } from './review-list.ts'
import type { AwardProposal } from './reviews.ts'

const WordsRow = z.object({
  description: z.string(),
  location: z.string(),
  bio: z.string(),
  channel: z.enum(CHANNELS),
  entered_by: z.string().nullable(),
  helper_relation: z.enum(HELPER_RELATIONS).nullable(),
  privacy_version: z.string().nullable(),
  terms_version: z.string().nullable(),
})

const StepRow = z.object({
  by: PersonRow,
  from_status: z.enum(APPLICATION_STATUSES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string().nullable(),
  reason_code: z.enum(REASONS).nullable(),
  template_version: z.number().nullable(),
  created_at: z.coerce.date(),
  taken_back: z.boolean(),
  letter: z.enum(DELIVERIES).nullable(),
})
const PaperRequestRow = z.object({
  by: PersonRow,
  id: z.string(),
  text: z.string(),
  created_at: z.coerce.date(),
  answered_at: z.coerce.date().nullable(),
  message: z.string().nullable(),
  closed_at: z.coerce.date().nullable(),
  taken_back: z.boolean(),
  letter: z.enum(DELIVERIES).nullable(),
})

/** The part of the payouts that the review of a request needs. */
export interface OfPayouts {
  readonly awardProposal: (award: z.output<typeof newAward>) => AwardProposal
  /** Whether the award of a request keeps it approved. */
  readonly hasOpenAward: (tx: Tx, applicationId: string) => Promise<boolean>
  /** Reads what an approval that proposes an award has to know. In kobo. */
  readonly readAwardTerms: (
    core: Pick<Core, 'env'>,
    tx: Tx,
    about: { readonly id: string; readonly applicationType: ApplicationType; readonly urgency: Urgency | null },
    now: Date,
  ) => Promise<z.output<typeof awardTerms>>
  /** Reads the waiting acts that no one on the team may do. */
  readonly readUncovered: (tx: Tx, applicationId: string) => Promise<readonly UncoveredAct[]>
  /** Oldest first. */
  readonly readPaymentActs: (tx: Tx, applicationId: string) => Promise<readonly PaymentAct[]>
}

/** The part of the inbox: the threads that belong to a request, and how its applicant can be reached. */
export type ReadThreads<Threads extends object> = (
  core: Core,
  tx: Tx,
  applicationId: string,
  reader: { readonly userId: string; readonly now: Date },
) => Promise<Threads>

export interface PaymentAct {
  readonly id: string
  readonly act: (typeof PAYMENT_ACTS)[number]
  readonly by: Person
  readonly created_at: Date
}

interface ReadOptions<Threads extends object> extends OfPayouts {
  readonly readThreads: ReadThreads<Threads>
  /** To show it now, to load it again while it is shown, or to show it perhaps next. */
  readonly purpose: 'read' | 'again' | 'prepare'
}

/** A version that the person was shown, and whether it can be read here. */
const readShown = async (tx: Tx, policy: PolicyName, version: string | null) =>
  version === null ? null : { version, is_stored: await isPolicyStored(tx, policy, version) }

/** Reads everything in one transaction, and audits the reading. */
export function readReview<Threads extends object>(
  core: Core,
  by: Administering,
  id: string,
  { purpose, readThreads, ...payouts }: ReadOptions<Threads>,
) {
  const { db, env, clock } = core
  return db.transaction(async (tx) => {
    const application = await findReviewed(tx, { userId: by.userId, now: clock.now() }, id, readOpened)
    const [found] = await rows(
      tx,
      sql`select description, location, coalesce(bio, '') as bio, channel, entered_by::text, helper_relation,
                 privacy_version, terms_version
            from aid_applications left join profiles on profiles.id = beneficiary_id where aid_applications.id = ${id}::uuid`,
      WordsRow,
    )
    if (!application || !found) throw new AppError('not_found', { detail: 'There is no such request.' })
    const { application_type: applicationType, urgency } = application
    const {
      entered_by: enteredBy,
      helper_relation: relation,
      privacy_version: privacy,
      terms_version: terms,
      ...words
    } = found
    const documents = await readDocuments({ db: tx, env }, [id])
    const details = {
      ...application,
      ...words,
      helper: relation === null || enteredBy === null ? null : await readHelper(tx, enteredBy, relation),
      entered_by: enteredBy === null ? null : await readPerson(tx, enteredBy),
      privacy: await readShown(tx, 'privacy', privacy),
      terms: await readShown(tx, 'terms', terms),
      award_open: await payouts.hasOpenAward(tx, id),
      uncovered: [...(await payouts.readUncovered(tx, id))],
      ...(await payouts.readAwardTerms({ env }, tx, { id, applicationType, urgency }, clock.now())),
      documents: documents.map(toDocumentRow),
      history: await readHistory(tx, id),
      appeal: await readAppeal(tx, id),
      acts: await readActs(tx, id),
      applicant_acts: await readReviewedActs(tx, id, documents),
      news: await readNews(tx, id),
      payment_acts: [...(await payouts.readPaymentActs(tx, id))],
      // Applicants never see notes about themselves, even if they are administrators.
      notes: application.user_id === by.userId ? [] : await readNotes(core, tx, id, application.user_id),
      paper_requests: await readPaperRequests(tx, id),
      other_applications: await readRequestsOf(tx, application.user_id, sql`id <> ${id}::uuid`),
      possible_duplicates: await findDuplicates(tx, id),
      // They are told that it was opened, without names.
      looks: application.user_id === by.userId ? [] : await readLooks(tx, id, by.userId),
      ...(await readThreads(core, tx, id, { userId: by.userId, now: clock.now() })),
    }
    const action = purpose === 'prepare' ? 'application.prepared' : 'application.read'
    const read = { action, subject: 'application', subjectId: id } as const
    await recordReading(tx, { by, ...read, personId: application.user_id }, purpose === 'again', clock.now())
    return details
  })
}

function readHistory(tx: Tx, id: string) {
  return rows(
    tx,
    sql`select from_status, to_status as status, reason, reason_code, template_version, application_events.created_at, ${isTakenBack} as taken_back, ${PERSON} as by,
               ${letterOf(sql`step_id = application_events.id`)} as letter
          from application_events ${joinPerson(sql`application_events.user_id`)}
         where application_id = ${id}::uuid order by application_events.created_at, application_events.id`,
    StepRow,
  )
}

function readPaperRequests(tx: Tx, id: string) {
  return rows(
    tx,
    sql`select paper_requests.id::text, text, paper_requests.created_at, answered_at, message, paper_requests.closed_at,
               taken_back_at is not null as taken_back, ${PERSON} as by,
               ${letterOf(sql`paper_request_id = paper_requests.id`)} as letter
          from paper_requests ${joinPerson(sql`paper_requests.user_id`)}
         where application_id = ${id}::uuid order by paper_requests.created_at, paper_requests.id`,
    PaperRequestRow,
  )
}

/** Other staff's views of a request or its papers, from the audit: one line for a person and a day. */
const LOOKS_MAX = 100

const LookRow = z.object({ by: PersonRow, papers: z.array(z.string()), last_at: z.coerce.date() })

/** The newest 100, oldest first. A day is one in Lagos. */
function readLooks(tx: Tx, applicationId: string, readerId: string) {
  return rows(
    tx,
    sql`with looked_at as (
          select ${applicationId} as subject_id, null as paper
          union all
          select documents.id::text, coalesce(application_documents.label, documents.filename)
            from application_documents join documents on documents.id = application_documents.document_id
           where application_documents.application_id = ${applicationId}::uuid),
        looks as (
          select audit_events.actor_id, (audit_events.created_at at time zone 'Africa/Lagos')::date as day,
                 coalesce(array_agg(distinct paper) filter (where paper is not null), '{}') as papers, max(audit_events.created_at) as last_at
            from looked_at join audit_events on audit_events.subject_id = looked_at.subject_id
           where audit_events.action in ('application.read', 'document.opened') and audit_events.actor_id <> ${readerId}::uuid
           group by audit_events.actor_id, day order by last_at desc limit ${LOOKS_MAX})
        select ${PERSON} as by, papers, last_at
          from looks ${joinPerson(sql`looks.actor_id`)} order by last_at`,
    LookRow,
  )
}
