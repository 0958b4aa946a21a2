/** Confirms a request that was just sent: its number, large enough to photograph, and what happens next. */
import { useEffect, useState } from 'react'
import { formatDay } from '../../lib/format-date.ts'
import { Link } from '../../lib/router.tsx'
import { FocusedTitle } from '../../ui/focused-title.tsx'
import { SaveNumber } from '../../ui/save-number.tsx'
import { sentRequest as words } from '#words/aid/sent-request.ts'
import { readSent, rememberSent } from './last-sent.ts'

export function SentRequest() {
  const [sent] = useState(readSent)
  // Once: whoever returns to the page later finds the request in the list.
  useEffect(() => () => rememberSent(null), [])
  if (sent === null) return null
  return (
    <section className="card border-t-6 border-t-leaf">
      <FocusedTitle>{words.title}</FocusedTitle>
      <p className="mt-3 text-sm text-soft">{words.caseNumber}</p>
      <p className="font-mono text-4xl font-bold wrap-anywhere">{sent.case_number}</p>
      <p className="mt-1">{words.keep}</p>
      <SaveNumber request={sent} />
      {sent.due_at !== null && <p className="mt-3 font-semibold">{words.decideBy(formatDay(sent.due_at))}</p>}
      <h3 className="mt-5 font-semibold">{words.next}</h3>
      <ol className="mt-1 list-decimal pl-5">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Link to="/aid/status" className="link-target mt-3">
        {words.standing}
      </Link>
    </section>
  )
}
