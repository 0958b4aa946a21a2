/** A reviewer's request for documents: its text, its date and the form that answers it; then the outcome. */
import { useEffect, useId, useRef } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import type { Application } from './load-applications.ts'
import type { AnswerEnd, PapersAnswer } from './papers-answer.ts'
import { ReviewerMessage } from './reviewer-message.tsx'

interface OpenPaperRequestProps {
  application: Application
  asked: NonNullable<Application['waiting_for']>
  bearer: Bearer
  papers: PapersAnswer
  onDone: (how: AnswerEnd) => void
}

export function OpenPaperRequest({ application, asked, bearer, papers, onDone }: OpenPaperRequestProps) {
  const id = useId()
  const session = useSession()
  const loaded = useLoaded(papers.load)
  const form = papers.loaded()
  const email = session.is === 'in' ? (session.user.email ?? '') : ''
  return (
    <section className="edge mt-7 border-gold" aria-labelledby={id}>
      <h4 id={id} className="text-lg font-semibold">
        {words.papersAsked}
      </h4>
      <p className="text-sm text-soft">{words.papersSince(formatDayAndTime(asked.created_at))}</p>
      <ReviewerMessage text={asked.text} />
      <p className="mt-4 mb-6">{words.papersHow}</p>
      <LoadedPart
        loaded={form ? { ...loaded, view: { is: 'there', value: form } } : loaded}
        skeleton={<Skeleton className="block h-120" />}
      >
        {(PapersForm) => (
          <PapersForm
            applicationId={application.id}
            paperRequestId={asked.id}
            owner={{ email, userId: application.user_id }}
            bearer={bearer}
            there={application.documents_provided ?? []}
            onDone={onDone}
          />
        )}
      </LoadedPart>
    </section>
  )
}

/** Replaces the form, which had the focus. */
export function AnswerNote({ how }: { how: AnswerEnd }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const { title, text } = words.papersEnded[how]
  return (
    <div ref={note} tabIndex={-1} className="mt-7 outline-none">
      <Banner tone="note" title={title}>
        <p>{text}</p>
      </Banner>
    </div>
  )
}
