/** /email/stop: stops all mail to the address of a mail about a request. The token is in the address, after `#`. */
import { MailLink } from '../features/site/mail-links/mail-link.tsx'
import { mailLinks } from '#words/office/mail-links.ts'

export const meta = () => [{ title: mailLinks.stop.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function StopEmailPage() {
  return <MailLink purpose="stop" />
}
