/** One message with its text and its sender's address. Administrators reply with their own mail program. */
import type { ContactMessageJson } from '../../../../contract/admin-reports.ts'
import { call } from '../../../api/client.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { messages as words } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/admin-report-toasts.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import { ReportDialog } from '../parts/report-dialog.tsx'

export function MessageDialog({ message, onClose }: { message: ContactMessageJson; onClose: () => void }) {
  const { bearer } = useAdministration()
  const { id, subject } = message
  const name = senderOf(message)
  return (
    <ReportDialog
      title={subject}
      load={(signal) => call('GET /api/admin/contact-messages/:id', { params: { id }, bearer, signal })}
      failed={toasts.messagesFailed}
      onClose={onClose}
    >
      {({ email, message: text, created_at: sentAt }) => (
        <>
          <Facts>
            <Fact name={words.sender} value={name} missing="" />
            <Fact name={words.email} value={email} missing="" />
            <Fact name={words.sent} value={formatDayAndTime(sentAt)} missing="" />
          </Facts>
          <blockquote className="request-text mt-4">{text}</blockquote>
          <a
            href={mailTo(email, words.subjectOf(subject))}
            className={buttonClass('primary', 'mt-4 w-full')}
            aria-label={words.replyTo(name)}
          >
            {words.reply}
          </a>
        </>
      )}
    </ReportDialog>
  )
}

export function senderOf({ first_name: first, last_name: last }: ContactMessageJson): string {
  return `${first} ${last}`.trim()
}

function mailTo(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
