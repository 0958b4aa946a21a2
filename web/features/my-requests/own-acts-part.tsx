/** The acts of the applicant on a request that waits: correct it, add papers, ask for a call; and what they did so far. */
import { useEffect, useRef, useState } from 'react'
import { CORRECTIONS_MAX } from '../../../contract/aid/handling-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { useAct } from '../../lib/use-act.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Link } from '../../lib/router.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ownActs as words } from '#words/aid/own-acts.ts'
import type { ApplicationDetails } from './load-applications.ts'
import type { PapersAnswer } from './papers-answer.ts'

interface OwnActsProps {
  details: ApplicationDetails
  bearer: Bearer
  papers: PapersAnswer
  /** How the last act ended. */
  ended: ActEnd | undefined
  /** Called once the server has it. */
  onChanged: (how: ActEnd) => void
}

export type ActEnd = keyof typeof words.ended

export function OwnActsPart(props: OwnActsProps) {
  const { details, ended, onChanged } = props
  const [open, setOpen] = useState<'correct' | 'add' | 'ask' | 'cancel'>()
  const isDecided = details.status === 'approved' || details.status === 'rejected'
  const owed = details.own_acts.find(({ act, ended_at: at }) => act === 'call_asked' && at === null)
  const close = () => setOpen(undefined)
  const end = (how: ActEnd) => {
    close()
    onChanged(how)
  }
  return (
    <section>
      <h5 className="font-semibold">{words.title}</h5>
      {ended && <EndNote key={details.own_acts.length} how={ended} />}
      <Done {...details} />
      <div className="mt-3 flex flex-wrap gap-3">
        {!isDecided && details.corrections < CORRECTIONS_MAX && (
          <SmallButton onClick={() => setOpen('correct')}>{words.correct}</SmallButton>
        )}
        {/* While papers are asked for, the form for them is above. */}
        {!isDecided && details.waiting_for === null && (
          <SmallButton onClick={() => setOpen('add')}>{words.add}</SmallButton>
        )}
        {owed ? (
          !details.call_begun && <SmallButton onClick={() => setOpen('cancel')}>{words.calls.cancel.press}</SmallButton>
        ) : (
          <SmallButton onClick={() => setOpen('ask')}>{words.call}</SmallButton>
        )}
      </div>
      {open === 'correct' && <Correct {...props} onClose={close} onDone={() => end('corrected')} />}
      {open === 'add' && <AddPapers {...props} onClose={close} onDone={end} />}
      {(open === 'ask' || open === 'cancel') && (
        <CallDialog {...props} how={open} onClose={close} onDone={() => end(open === 'ask' ? 'asked' : 'canceled')} />
      )}
    </section>
  )
}

function Done({ own_acts: acts, call_number: number }: ApplicationDetails) {
  if (acts.length === 0) return null
  const wasCalled = (endedAt: string) =>
    !acts.some(({ act, created_at: at }) => act === 'call_taken_back' && at === endedAt)
  return (
    <ul className="mt-2 grid gap-2" aria-label={words.done}>
      {acts.map(({ id, act, created_at: at, ended_at: endedAt }) => (
        <li key={id}>
          <p>{words.acts[act]}</p>
          <p className="text-sm text-soft">
            {formatDayAndTime(at)}
            {endedAt !== null && wasCalled(endedAt) && ` · ${words.called(formatDayAndTime(endedAt))}`}
          </p>
          {act === 'call_asked' && endedAt === null && number !== null && <p>{words.owed(number)}</p>}
        </li>
      ))}
    </ul>
  )
}

/** Takes the focus: the pressed button is gone. */
function EndNote({ how }: { how: ActEnd }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const { title, text } = words.ended[how]
  return (
    <div ref={note} tabIndex={-1} className="my-3 outline-none">
      <Banner tone="note" title={title}>
        <p>{text}</p>
      </Banner>
    </div>
  )
}

interface DialogProps extends OwnActsProps {
  onClose: () => void
}

function Correct({ details, bearer, papers, onClose, onDone }: DialogProps & { onDone: () => void }) {
  const loaded = useLoaded(papers.loadCorrection)
  return (
    <FormDialog title={words.correctTitle(details.case_number)} lead={words.correctLead} onClose={onClose}>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="mt-5 block h-120" />}>
        {(CorrectForm) => <CorrectForm application={details} bearer={bearer} onDone={onDone} />}
      </LoadedPart>
    </FormDialog>
  )
}

function AddPapers({ details, bearer, papers, onClose, onDone }: DialogProps & { onDone: (how: ActEnd) => void }) {
  const session = useSession()
  const loaded = useLoaded(papers.load)
  const email = session.is === 'in' ? (session.user.email ?? '') : ''
  return (
    <FormDialog title={words.addTitle(details.case_number)} lead={words.addLead} onClose={onClose}>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="mt-5 block h-120" />}>
        {(PapersForm) => (
          <div className="mt-5">
            <PapersForm
              applicationId={details.id}
              paperRequestId={null}
              owner={{ email, userId: details.user_id }}
              bearer={bearer}
              there={details.documents_provided ?? []}
              onDone={(how) => onDone(how === 'done' ? 'added' : 'decided')}
            />
          </div>
        )}
      </LoadedPart>
    </FormDialog>
  )
}

function CallDialog({
  how,
  details,
  bearer,
  onClose,
  onDone,
}: DialogProps & { how: 'ask' | 'cancel'; onDone: () => void }) {
  const { busy, fault, run } = useAct()
  const { call_number: number, id } = details
  const { title, press, busy: waiting, failed } = words.calls[how]
  const lead = how === 'cancel' ? words.cancelLead : number === null ? words.noNumber : words.askLead(number)
  const send = async () => {
    const act = how === 'ask' ? 'POST /api/applications/:id/call' : 'DELETE /api/applications/:id/call'
    await call(act, { params: { id }, bearer })
    onDone()
  }
  return (
    <FormDialog title={title} lead={lead} onClose={onClose}>
      <p role="alert" className="field-error">
        {fault}
      </p>
      <div className="mt-6 grid gap-3">
        {how === 'ask' && number === null ? (
          <Link to="/account" className="link-target">
            {words.account}
          </Link>
        ) : (
          <Button busy={busy} onClick={() => void run(failed, send)}>
            {busy ? waiting : press}
          </Button>
        )}
      </div>
    </FormDialog>
  )
}
