/** The pages that the links in mail about requests open. The token follows after `#`. */
export const CONFIRM_ADDRESS_PAGE = '/email/confirm'
export const STOP_MAIL_PAGE = '/email/stop'
