/** The rules of the match with the provider that pages share with the server, in a separate file so that pages load no schemas. */

/** A match is `requested` until the job starts it, within seconds. */
export const MATCH_STATES = ['requested', 'running', 'complete', 'failed'] as const
