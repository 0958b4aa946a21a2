/** The mails about a change of role, to the person concerned and to the two administrators. */
import type { Role } from '../../../contract/profile-fields.ts'
import type { Core } from '../../lib/core.ts'
import { composeMail } from '../../lib/mail/compose.ts'
import type { Letter } from '../../lib/mail/outbox.ts'

/** To the person. A new administrator sets a password by mail, so only the owner of the address gets in. */
export function roleChangedLetter(core: Core, recipient: string, role: Role): Promise<Letter> {
  const { publicUrl } = core.env
  if (role === 'admin') {
    return composeMail(core, recipient, {
      subject: 'You are now an administrator',
      paragraphs: [
        'Two administrators of Taimako have made your account an administrator.',
        'For security, your password, second steps, linked sign-ins and sessions were reset. Choose a new password first.',
      ],
      button: { text: 'Choose a password', address: `${publicUrl}/forgot-password` },
      closing: ['If you did not expect this, please write to us.'],
    })
  }
  return composeMail(core, recipient, {
    subject: 'You are no longer an administrator',
    paragraphs: [
      'Two administrators of Taimako removed your administrator access, and you were signed out.',
      'You keep your account and everything in it.',
    ],
    button: { text: 'View your account', address: `${publicUrl}/account` },
    closing: ['If you think this is a mistake, please write to us.'],
  })
}

/** To each administrator. It names the address: they made the decision. */
export function roleChangeNoticeLetter(core: Core, recipient: string, email: string, role: Role): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'A role was changed',
    paragraphs: [
      role === 'admin'
        ? `${email} is now an administrator. One administrator proposed it and another confirmed it. You are one of the two.`
        : `${email} is no longer an administrator. One administrator proposed it and another confirmed it. You are one of the two.`,
    ],
    button: { text: 'View the audit log', address: `${core.env.publicUrl}/admin/audit` },
    closing: ['If you were not involved, change your password immediately and write to us.'],
  })
}
