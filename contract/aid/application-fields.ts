/**
 * The rules of aid applications that pages share with the server, in a separate file so that pages load no schemas. `web/words`
 * has the texts for types, urgencies and statuses under the same names.
 */
import type { Kobo } from '../platform/money.ts'
import { AMOUNT_REQUESTED_NAIRA_MAX } from '../platform/our-defaults.ts'

/** In the order of the spec's section 9. */
export const APPLICATION_TYPES = ['schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other'] as const
export type ApplicationType = (typeof APPLICATION_TYPES)[number]

/** English names, for the pages and for the form without script. */
export const APPLICATION_TYPE_NAMES: Readonly<Record<ApplicationType, string>> = {
  schoolfees: 'School fees',
  medical_fee: 'Medical fee',
  shelter: 'Shelter',
  food: 'Food',
  financial_aid: 'Financial aid',
  other: 'Other',
}

/** Section 9 of the spec. Optional. */
export const URGENCIES = ['low', 'medium', 'high', 'critical'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Section 4 of the spec. An application starts as pending; any status may follow any other. */
export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected', 'under_review'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** How a request came: from the applicant, entered by staff for someone who came, called or was visited, or from someone who asked for them. */
export const CHANNELS = ['self', 'walk_in', 'call', 'field', 'helper'] as const
export type Channel = (typeof CHANNELS)[number]
export const INTAKE_CHANNELS = ['walk_in', 'call', 'field'] as const satisfies readonly Channel[]
export type IntakeChannel = (typeof INTAKE_CHANNELS)[number]

/** How someone who asks for another person knows them. */
export const HELPER_RELATIONS = [
  'relative',
  'neighbour',
  'religious_leader',
  'teacher',
  'health_worker',
  'other',
] as const
export type HelperRelation = (typeof HELPER_RELATIONS)[number]

/** Undecided requests of one helper for others. More of them go through staff, who know the helper. */
export const HELPED_UNDECIDED_MAX = 20
/** Requests of one helper for others within 24 hours. */
export const HELPED_A_DAY_MAX = 5

/** Requests of one household that wait for a decision: a person reads each one, and mails the applicant. */
export const UNDECIDED_REQUESTS_MAX = 12
/** Requests of one household within 24 hours. */
export const REQUESTS_A_DAY_MAX = 6
/** For the reason why staff enters one more. */
export const BEYOND_REASON_CHARACTERS_MAX = 500

/** For a reason, a note, a request for documents and its answer. */
export const REVIEW_CHARACTERS_MAX = 2000
export const DESCRIPTION_CHARACTERS_MAX = 5000
/** The same as for a profile's address, which is the default. */
export const LOCATION_CHARACTERS_MAX = 500

/** For the label of a document. */
export const DOCUMENT_LABEL_CHARACTERS_MAX = 100

/** The maximum request: ₦100,000,000. It catches mistyped amounts. */
export const AMOUNT_REQUESTED_KOBO_MAX: Kobo = BigInt(AMOUNT_REQUESTED_NAIRA_MAX) * 100n

/**
 * The most that a request may ask for.
 * @param aid of the organisation, with its limit in naira
 * @returns kobo; without a limit of the organisation, that of the software
 */
export const mostOf = ({ amount_max: most }: { readonly amount_max: number | null }): Kobo =>
  most === null ? AMOUNT_REQUESTED_KOBO_MAX : BigInt(most) * 100n

/** Acts of an applicant after sending a request. */
export const APPLICANT_ACTS = ['corrected', 'papers_added', 'call_asked', 'call_taken_back'] as const
export type ApplicantAct = (typeof APPLICANT_ACTS)[number]

/** How often a request can be corrected: a person reads it each time. */
export const CORRECTIONS_MAX = 10

/** An appeal by someone who may decide for themselves: by the applicant, or entered by staff. */
export const APPEAL_CHANNELS = ['self', ...INTAKE_CHANNELS, 'reply'] as const
export type AppealChannel = (typeof APPEAL_CHANNELS)[number]

export const APPEAL_STATES = ['open', 'upheld', 'changed', 'withdrawn'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** For how long a refusal can be appealed against. */
export const APPEAL_DAYS = 30
