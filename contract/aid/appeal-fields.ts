/** The fields of appeals that pages share with the server, in a separate file so that pages load no schemas. */
import { CHANNELS } from './application-fields.ts'

export const APPEAL_CHANNELS = [...CHANNELS, 'reply'] as const
export type AppealChannel = (typeof APPEAL_CHANNELS)[number]

export const APPEAL_STATES = ['open', 'upheld', 'changed', 'withdrawn'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** For how long a refusal can be appealed against. */
export const APPEAL_DAYS = 30
