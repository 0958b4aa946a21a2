/** The contact form also works without the page's script: the browser posts it, and the server answers with one of two built pages. */
export const MESSAGE_SENT_PAGE = '/contact/sent'
export const MESSAGE_NOT_SENT_PAGE = '/contact/not-sent'

/** In the second page. */
export const MESSAGE_REASON = '%MESSAGE_REASON%'
