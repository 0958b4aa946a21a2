/** How a request came, and what happens to it once it was sent. Apart from `application-fields.ts`, which the pages of applicants load. */

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

/** How long a request lies on the device after Send was pressed, in days, until the service worker has sent it (decision 0093). */
export const SENDING_DAYS = 7
/** Name of the worker's database on the device, and of the event that wakes it. */
export const SENDING_DATABASE = 'taimako-sending'
