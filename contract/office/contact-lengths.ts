/** The maximum lengths of the contact form. No dependencies: the browser loads this on the contact page. */
export const CONTACT_CHARACTERS_MAX = {
  first_name: 100,
  last_name: 100,
  email: 254,
  subject: 200,
  message: 5000,
} as const
