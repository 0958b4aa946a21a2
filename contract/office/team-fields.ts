/** The choices of the team that pages share with the server, in a separate file so that pages load no schemas. */

/** How long what staff has typed and not sent can be opened on their device, to the next full hour. */
export const DRAFT_HOURS = 12
