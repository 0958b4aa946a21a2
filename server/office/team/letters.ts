/**
 * Mails to the team: a change of roles, to the person concerned and to the two administrators; an invitation; the morning mail; the
 * mail about late requests.
 */
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { Core } from '../../platform/core.ts'
import type { MailContent } from '../../platform/mail/compose.ts'

const asList = new Intl.ListFormat('en-NG', { type: 'conjunction' })

interface Changed {
  /** None: they are no longer staff. */
  readonly roles: readonly StaffRole[]
  /** Staff keep their password; the access of new staff was reset. */
  readonly wasStaff: boolean
}

/** To the person. New staff set a password by mail, so only the owner of the address gets in. */
export function rolesChangedLetter({ roles, wasStaff }: Changed): MailContent {
  if (roles.length === 0) {
    return {
      subject: 'You are no longer staff',
      paragraphs: [
        'Two administrators of {organisation} removed your staff access, and you were signed out.',
        'You keep your account and everything in it.',
      ],
      button: { text: 'View your account', address: '/account' },
      closing: ['If you think this is a mistake, please write to us.'],
    }
  }
  const now = `Two administrators of {organisation} changed your roles. You are now: ${asList.format(roles)}.`
  if (wasStaff) {
    return {
      subject: 'Your roles have changed',
      paragraphs: [now, 'You were signed out. Sign in again to continue.'],
      button: { text: 'Sign in', address: '/admin-auth' },
      closing: ['If you think this is a mistake, please write to us.'],
    }
  }
  return {
    subject: 'You are now staff',
    paragraphs: [
      now,
      'For security, your password, second steps, linked sign-ins and sessions were reset. Choose a new password first.',
    ],
    button: { text: 'Choose a password', address: '/forgot-password' },
    closing: ['If you did not expect this, please write to us.'],
  }
}

/** To each administrator. It names the address: they made the decision. */
export function rolesNoticeLetter(email: string, roles: readonly StaffRole[]): MailContent {
  const change = roles.length === 0 ? `${email} is no longer staff.` : `${email} is now: ${asList.format(roles)}.`
  return {
    subject: 'Roles were changed',
    paragraphs: [`${change} One administrator proposed it and another confirmed it. You are one of the two.`],
    button: { text: 'View the audit log', address: '/admin/audit' },
    closing: ['If you were not involved, change your password immediately and write to us.'],
  }
}

/** To an address without an account. The token is after `#`, so that it is in no log. */
export function invitationLetter(roles: readonly StaffRole[], token: string): MailContent {
  return {
    subject: 'Join the team of {organisation}',
    paragraphs: [
      `Two administrators of {organisation} invite you to join the team as ${asList.format(roles)}.`,
      'Choose your name and a password. Then you can sign in.',
    ],
    button: { text: 'Join the team', address: `/join#${token}` },
    closing: ['The link works once, for three days. If you did not expect this, ignore this email.'],
  }
}

/** How many requests wait for a person. One can be in several of these. */
export type Waiting = Readonly<Record<'late' | 'answered' | 'mine' | 'new', number>>

/** To a reviewer, in the morning. Numbers only: a mail may be read by others. */
export function digestLetter({ env }: Core, { late, answered, mine, ...waiting }: Waiting): MailContent {
  const lines = [
    [late, 'late'],
    [answered, 'answered by the applicant, and not read yet'],
    [mine, 'assigned to you'],
    [waiting.new, 'new since yesterday'],
  ] as const
  const counted = lines
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en-NG')} ${what}`)
  return {
    subject: 'Requests are waiting',
    paragraphs: ['This morning, these requests wait for a decision:', ...counted],
    button: { text: 'Open the queue', address: '/admin/dashboard' },
    closing: [`You can turn this email off: ${env.publicUrl}/admin/settings/mails`],
  }
}

/** The mail names the first of them; the page has all. */
const NAMED_MAX = 50

const LATE = {
  decision: {
    subject: ['A request is late', 'requests are late'],
    lead: [
      'Since the last such email, this request has become late. No one has decided on it yet:',
      'Since the last such email, these requests have become late. No one has decided on them yet:',
    ],
    act: 'You are told once for each. Assign it to someone who has time for it.',
    button: ['Open all late requests', '/admin/applications?view=late'],
  },
  award: {
    subject: ['An approved request has no award', 'approved requests have no award'],
    lead: [
      'This request was approved, and no award was granted in time:',
      'These requests were approved, and no award was granted in time:',
    ],
    act: 'The applicants were told that they are approved. You are told once for each. Propose an award, or change the decision.',
    button: ['Open the requests to award', '/admin/payouts?view=to_award'],
  },
} as const

/** To those who read a complaint, without a word of it. */
export const LATE_COMPLAINTS: MailContent = {
  subject: 'A complaint is late',
  paragraphs: [
    'A complaint was not acknowledged within 3 days, or not answered within 15. You are told once for each.',
  ],
  button: { text: 'Open the complaints', address: '/admin/complaints' },
  closing: [],
}

/** To an administrator: funds that are below zero and whose day to decide has passed. */
export function lateFundsLetter({ env }: Core, funds: readonly string[]): MailContent {
  return {
    subject: funds.length === 1 ? 'A fund is below zero' : 'Funds are below zero',
    paragraphs: [
      `${asList.format(funds)}: more was taken back than was there, and no one has decided what to do for three days.`,
      'Nothing is granted or paid out of it meanwhile. Cover it, cancel awards, or wait for gifts.',
    ],
    button: { text: 'Open Books', address: '/admin/books' },
    closing: [`You can turn this email off: ${env.publicUrl}/admin/settings/mails`],
  }
}

/** To an administrator. Case numbers only, neither names nor kinds of aid: a mail may be read by others. */
export function lateLetter({ env }: Core, what: keyof typeof LATE, caseNumbers: readonly string[]): MailContent {
  const { subject, lead, act, button } = LATE[what]
  const count = caseNumbers.length
  const unnamed = count - NAMED_MAX
  const names = [
    ...caseNumbers.slice(0, NAMED_MAX),
    ...(unnamed > 0 ? [`${unnamed.toLocaleString('en-NG')} more`] : []),
  ]
  return {
    subject: count === 1 ? subject[0] : `${count.toLocaleString('en-NG')} ${subject[1]}`,
    paragraphs: [lead[count === 1 ? 0 : 1], `${asList.format(names)}.`, act],
    button: { text: button[0], address: button[1] },
    closing: [`You can turn this email off: ${env.publicUrl}/admin/settings/mails`],
  }
}
