/** /email/confirm: confirms the address of a mail about a request. The token is in the address, after `#`. */
import { MailLink } from '../features/site/mail-links/mail-link.tsx'
import { mailLinks } from '#words/office/mail-links.ts'

export const meta = () => [{ title: mailLinks.confirm.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function ConfirmEmailPage() {
  return <MailLink purpose="confirm" />
}
