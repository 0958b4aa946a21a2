/** Preview of a letter about a request: on the applicant's page, and in the mail. */
import type { CallReply } from '../../../api/client.ts'
import { composer as words } from '#words/aid/review-composer.ts'

export type PreviewedText = CallReply<'POST /api/admin/applications/:id/preview'>

export function PreviewedLetter({ letter: { text, mail } }: { letter: PreviewedText }) {
  return (
    <section aria-label={words.preview} className="preview">
      <h4>{words.onPage}</h4>
      <p className="request-text">{text}</p>
      <h4>{words.inMail(mail.subject)}</h4>
      <p className="request-text">{mail.text}</p>
    </section>
  )
}
