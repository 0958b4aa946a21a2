/** The mails that tell of a change of role: the person whose it is, and the two administrators who made it. */
import type { Role } from '../../../contract/profile-fields.ts'
import type { Core } from '../../lib/core.ts'
import { composeMail } from '../../lib/mail/compose.ts'
import type { Letter } from '../../lib/mail/outbox.ts'

/** To the person. A new administrator chooses a password by mail: only the owner of the address gets in. */
export function roleChangedLetter(core: Core, recipient: string, role: Role): Promise<Letter> {
  const { publicUrl } = core.env
  if (role === 'admin') {
    return composeMail(core, recipient, {
      subject: 'You are an administrator now',
      paragraphs: [
        'Two administrators of Taimako have made your account an administrator.',
        'For safety your password, your second steps, your linked sign-ins and your sessions were reset. Choose a new password first.',
      ],
      button: { text: 'Choose a password', address: `${publicUrl}/forgot-password` },
      closing: ['If you know nothing of this, please write to us.'],
    })
  }
  return composeMail(core, recipient, {
    subject: 'You are no longer an administrator',
    paragraphs: [
      'Two administrators of Taimako have ended your access as an administrator, and you were signed out.',
      'Your account stays, with everything that is your own.',
    ],
    button: { text: 'See your account', address: `${publicUrl}/account` },
    closing: ['If you think that this is a mistake, please write to us.'],
  })
}

/** To each of the two. The address whose role it is stands in it: they decided about it. */
export function roleChangeNoticeLetter(core: Core, recipient: string, email: string, role: Role): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'A role was changed',
    paragraphs: [
      role === 'admin'
        ? `${email} is an administrator now. One administrator proposed it, and a second one confirmed it. You are one of the two.`
        : `${email} is no longer an administrator. One administrator proposed it, and a second one confirmed it. You are one of the two.`,
    ],
    button: { text: 'See the record', address: `${core.env.publicUrl}/admin?tab=audit` },
    closing: ['If you had no part in it, choose a new password at once, and write to us.'],
  })
}
