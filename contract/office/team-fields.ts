/** The choices of the team that pages share with the server, in a separate file so that pages load no schemas. */

/** When a member of staff is mailed that they were mentioned, or that a request was assigned to them. */
export const NOTICE_TIMES = ['at_once', 'hourly', 'never'] as const
export type NoticeTime = (typeof NOTICE_TIMES)[number]

/** How long what staff has typed and not sent can be opened on their device, to the next full hour. */
export const DRAFT_HOURS = 12
