/** How a request came, and what its applicant does later. The start page, which loads application-fields.ts, needs none of it. */

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

/** An appeal by someone who may decide for themselves: by the applicant, or entered by staff. */
export const APPEAL_CHANNELS = ['self', ...INTAKE_CHANNELS, 'reply'] as const
export type AppealChannel = (typeof APPEAL_CHANNELS)[number]

export const APPEAL_STATES = ['open', 'upheld', 'changed', 'withdrawn'] as const
export type AppealState = (typeof APPEAL_STATES)[number]
