/**
 * The rules of aid applications that pages share with the server, in a separate file so that pages load no schemas. `web/words`
 * has the texts for types, urgencies and statuses under the same names.
 */
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

/** How often a request can be corrected: a person reads it each time. */
export const CORRECTIONS_MAX = 10

/** For how long a refusal can be appealed against. */
export const APPEAL_DAYS = 30
