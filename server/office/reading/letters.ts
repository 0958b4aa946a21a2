/** The mails to administrators about what happens in the administration itself. */
import { OPENED_PER_DAY_MAX } from '../../../contract/platform/admin-fields.ts'
import type { Core } from '../../platform/core.ts'
import type { MailContent } from '../../platform/mail/compose.ts'

/** @param reader the e-mail address of the account that opened so much */
export function readingAlertLetter(reader: string, opened: number): MailContent {
  return {
    subject: 'An administrator opened many files today',
    paragraphs: [
      `${reader} has opened ${opened.toLocaleString('en')} people and documents today. We tell the other administrators when it is more than ${OPENED_PER_DAY_MAX}.`,
      'This can be ordinary work on a busy day. It can also be someone who uses their account, or someone who collects data.',
      'Ask them. If they do not know about it, propose to end their role, and ask the operator to reset the account.',
    ],
    button: { text: 'View the audit log', address: '/admin/audit' },
    closing: ['You get this email at most once a day for each account.'],
  }
}

/** @param code the head of the audit's chain, as `check-audit` takes it */
export function auditHeadLetter({ env }: Core, entries: number, code: string): MailContent {
  return {
    subject: 'Keep this: the code of the audit log',
    paragraphs: [
      `The audit log of ${env.publicUrl} has ${entries.toLocaleString('en')} entries. Its code today:`,
      code,
      'Keep this email. If anyone changes or removes an entry later, the audit log no longer fits this code, even if they cover it up in the database.',
      `The operator compares them with: npm run admin -- check-audit ${code}`,
    ],
    closing: ['All administrators get this email once a day when there are new entries.'],
  }
}
