/** Message of a reviewer to the applicant, in their own words. */
import { applications as words } from '#words/aid/applications.ts'

export function ReviewerMessage({ text }: { text: string }) {
  return (
    <div className="inset mt-3">
      <p className="text-sm text-soft">{words.reason}</p>
      <blockquote className="request-text">{text}</blockquote>
    </div>
  )
}
