/** The tables of requests for aid: their content, documents, papers, notes, history, and who works on them. */
import {
  APPEAL_CHANNELS,
  APPEAL_STATES,
  APPLICANT_ACTS,
  APPLICATION_STATUSES,
  CHANNELS,
  HELPER_RELATIONS,
} from '../../../contract/aid/handling-fields.ts'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { URGENCIES } from '../../../contract/aid/application-fields.ts'
import { CALL_REASONS, REQUEST_ACTS, REQUEST_NEWS, TOLD_ACTS } from '../../../contract/aid/queue-fields.ts'
import { REASONS, TEMPLATE_KINDS, TEMPLATE_LANGUAGES } from '../../../contract/aid/reason-fields.ts'
import { LANGUAGE_TAGS } from '../../../contract/platform/language-tags.ts'
import { bytea, moment } from '../../platform/db/columns.ts'

export const aidApplications = pgTable('aid_applications', {
  id: uuid().primaryKey(),
  number: bigint({ mode: 'bigint' }).notNull().generatedByDefaultAsIdentity(),
  userId: uuid('user_id').notNull(),
  beneficiaryId: uuid('beneficiary_id'),
  applicationType: text('application_type').notNull(),
  description: text().notNull(),
  amountRequested: bigint('amount_requested', { mode: 'bigint' }),
  location: text().notNull(),
  urgency: text({ enum: URGENCIES }),
  status: text({ enum: APPLICATION_STATUSES }).notNull().default('pending'),
  idempotencyKeyHash: bytea('idempotency_key_hash').notNull(),
  requestHash: bytea('request_hash').notNull(),
  createdAt: moment('created_at').notNull(),
  decidedAt: moment('decided_at'),
  erasedAt: moment('erased_at'),
  waitingSince: moment('waiting_since'),
  privacyVersion: text('privacy_version'),
  termsVersion: text('terms_version'),
  /** Language of the form; null: English. */
  language: text({ enum: LANGUAGE_TAGS }),
  version: integer().notNull().default(1),
  changedBy: uuid('changed_by'),
  changedAt: moment('changed_at'),
  /** The database sets and clears it with the status (`aid_applications_keep_place`). */
  dueAt: moment('due_at'),
  assignedTo: uuid('assigned_to'),
  /** It waits until this moment, or until the applicant answers. */
  snoozedUntil: moment('snoozed_until'),
  snoozedUntilAnswered: boolean('snoozed_until_answered').notNull().default(false),
  answeredAt: moment('answered_at'),
  heldBy: uuid('held_by'),
  heldUntil: moment('held_until'),
  enteredBy: uuid('entered_by'),
  channel: text({ enum: CHANNELS }).notNull().default('self'),
  helperRelation: text('helper_relation', { enum: HELPER_RELATIONS }),
  reasonCode: text('reason_code', { enum: REASONS }),
  lateToldAt: moment('late_told_at'),
  /** The database sets both when the request is approved, and clears them with the approval (`aid_applications_keep_identity`). */
  approvedName: text('approved_name'),
  approvedPhone: text('approved_phone'),
  ownedSince: moment('owned_since'),
  /** Set while an approved request has no award (`aid_applications_keep_award_due`). */
  awardDueAt: moment('award_due_at'),
  awardLateToldAt: moment('award_late_told_at'),
  corrections: integer().notNull().default(0),
  vendorGivenUpAt: moment('vendor_given_up_at'),
})

export const requestAddresses = pgTable('request_addresses', {
  addressHash: bytea('address_hash').primaryKey(),
  /** Whether the hash has its key: those of before get it at the start (platform/mail/key-address-hashes.ts). */
  keyed: boolean().notNull().default(false),
  userId: uuid('user_id').notNull(),
  provenAt: moment('proven_at'),
  lastMailedAt: moment('last_mailed_at'),
  heldNews: text('held_news', { enum: REQUEST_NEWS }),
  heldAct: text('held_act', { enum: TOLD_ACTS }),
  /** Case number of the request that the held act is about. */
  heldActRequest: text('held_act_request'),
  /** The id that the held mail will have in the outbox. */
  heldMailId: uuid('held_mail_id'),
})

export const requestAddressTokens = pgTable('request_address_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  addressHash: bytea('address_hash').notNull(),
  keyed: boolean().notNull().default(false),
  purpose: text({ enum: ['confirm', 'stop'] }).notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
})

export type Application = typeof aidApplications.$inferSelect

export const applicationDocuments = pgTable('application_documents', {
  applicationId: uuid('application_id').notNull(),
  place: smallint().notNull(),
  documentId: uuid('document_id').notNull(),
  label: text(),
  paperRequestId: uuid('paper_request_id'),
  actId: uuid('act_id'),
})

export const applicantActs = pgTable('applicant_acts', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  act: text({ enum: APPLICANT_ACTS }).notNull(),
  createdAt: moment('created_at').notNull(),
  before: jsonb(),
  after: jsonb(),
  message: text(),
  endedAt: moment('ended_at'),
})
export type OwnAct = typeof applicantActs.$inferSelect

export const paperRequests = pgTable('paper_requests', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  userId: uuid('user_id').notNull(),
  text: text().notNull(),
  createdAt: moment('created_at').notNull(),
  answeredAt: moment('answered_at'),
  message: text(),
  closedAt: moment('closed_at'),
  takenBackAt: moment('taken_back_at'),
  reasonCode: text('reason_code', { enum: REASONS }),
  templateVersion: integer('template_version'),
})
export type PaperRequest = typeof paperRequests.$inferSelect

export const applicationNotes = pgTable('application_notes', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Only in notes that the job has not encrypted yet. */
  text: text(),
  textSealed: bytea('text_sealed'),
  createdAt: moment('created_at').notNull(),
})

export const applicationEvents = pgTable('application_events', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  userId: uuid('user_id').notNull(),
  fromStatus: text('from_status', { enum: APPLICATION_STATUSES }),
  toStatus: text('to_status', { enum: APPLICATION_STATUSES }).notNull(),
  reason: text(),
  createdAt: moment('created_at').notNull(),
  takesBack: uuid('takes_back'),
  reasonCode: text('reason_code', { enum: REASONS }),
  templateVersion: integer('template_version'),
  /** The moment by which a decision was due. */
  dueAt: moment('due_at'),
  /** The appeal that it is. */
  appealId: uuid('appeal_id'),
})

export const appeals = pgTable('appeals', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  text: text(),
  channel: text({ enum: APPEAL_CHANNELS }).notNull(),
  enteredBy: uuid('entered_by'),
  /** The database keeps it with the status of the request (`appeals_follow_request`). */
  state: text({ enum: APPEAL_STATES }).notNull().default('open'),
  createdAt: moment('created_at').notNull(),
  decidedAt: moment('decided_at'),
  /** The account that made it was not whose the request is: it counts only while it is open. */
  claimUndoneAt: moment('claim_undone_at'),
})
export type Appeal = typeof appeals.$inferSelect

export const requestActs = pgTable('request_acts', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  act: text({ enum: REQUEST_ACTS }).notNull(),
  userId: uuid('user_id').notNull(),
  otherId: uuid('other_id'),
  until: moment('until'),
  createdAt: moment('created_at').notNull(),
  noteId: uuid('note_id'),
  tag: text(),
})

export const requestTags = pgTable(
  'request_tags',
  {
    applicationId: uuid('application_id').notNull(),
    tagId: uuid('tag_id').notNull(),
    taggedBy: uuid('tagged_by').notNull(),
    taggedAt: moment('tagged_at').notNull(),
    createdAt: moment('created_at').notNull(),
    dueAt: moment('due_at'),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.tagId] })],
)

export const waitingLetters = pgTable('waiting_letters', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  news: text({ enum: REQUEST_NEWS }).notNull(),
  createdAt: moment('created_at').notNull(),
  sendAt: moment('send_at').notNull(),
  userId: uuid('user_id').notNull(),
  version: integer().notNull(),
  stepId: uuid('step_id'),
  paperRequestId: uuid('paper_request_id'),
  before: jsonb().notNull(),
})

export const requestLetters = pgTable('request_letters', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  stepId: uuid('step_id'),
  paperRequestId: uuid('paper_request_id'),
  mailId: uuid('mail_id'),
  textId: uuid('text_id'),
  toldAt: moment('told_at').notNull(),
  news: text({ enum: [...REQUEST_NEWS, 'code'] }),
  failedAt: moment('failed_at'),
})

export const owedCalls = pgTable('owed_calls', {
  disbursementId: uuid('disbursement_id'),
  words: text(),
  id: uuid().primaryKey(),
  applicationId: uuid('application_id').notNull(),
  reason: text({ enum: CALL_REASONS }).notNull(),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
})

export const reasonTemplates = pgTable('reason_templates', {
  kind: text({ enum: TEMPLATE_KINDS }).notNull(),
  applicationType: text('application_type').notNull(),
  reasonCode: text('reason_code', { enum: REASONS }).notNull(),
  language: text({ enum: TEMPLATE_LANGUAGES }).notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  editedBy: uuid('edited_by').notNull(),
  createdAt: moment('created_at').notNull(),
})
