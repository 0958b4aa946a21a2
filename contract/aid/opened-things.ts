/** The rules of the account that pages share with the server, in a separate file so that pages load no schemas. */

/** A person's things that an administrator can open. */
export const OPENED_THINGS = ['profile', 'request', 'prepared', 'printed', 'document', 'prepared_document'] as const
