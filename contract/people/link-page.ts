/** The page that a mailed link opens, built with these placeholders. Its button is a plain form: it works without script. */
export const LINK_PAGE = '/email/link'
/** Address that its form posts to: `/verify/link` of the auth protocol. */
export const LINK_FORM = '/auth/v1/verify/link'

/** Query of /reset-password, where the link that undoes a change of address leads: the account has no password then. */
export const ADDRESS_UNDONE = 'undone=address'

export const LINK_PLACEHOLDERS = {
  language: '%LINK_LANGUAGE%',
  title: '%LINK_TITLE%',
  text: '%LINK_TEXT%',
  button: '%LINK_BUTTON%',
  token: '%LINK_TOKEN%',
  type: '%LINK_TYPE%',
  redirectTo: '%LINK_REDIRECT%',
} as const
