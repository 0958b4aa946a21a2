/** The words of /aid/ask: a request by telephone, with the need first and the account last. */
import { site } from '../../site.ts'

export const aidByPhone = {
  metaTitle: 'Ask for aid with your telephone number',
  metaDescription: `Ask ${site.name} for aid. Say what you need first. You need a telephone number, and no email address or password.`,
  title: 'Ask for aid',
  lead: 'Say what you need first. At the end we text a code to your telephone number.',
  byEmail: 'Ask with an email address and a password instead',
}
