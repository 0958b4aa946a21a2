/** One request: what was asked for, and its status. The rest opens on demand. */
import { useId, useRef, useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { Bearer } from '../../api/authorization.ts'
import { Badge } from '../../ui/badge.tsx'
import { typeName } from '../../words/type-name.ts'
import { applications as words } from '#words/aid/applications.ts'
import { formatDay } from '../../lib/format-date.ts'
import { AppealPart } from './appeal-part.tsx'
import { AwardPart } from './award-part.tsx'
import { ComplaintPart } from './complaint-part.tsx'
import { AnswerNote, OpenPaperRequest } from './open-paper-request.tsx'
import { Details, LoadingDetails } from './application-details.tsx'
import { type Application, type ApplicationDetails, type ListedApplication, loadDetails } from './load-applications.ts'
import { WithdrawPart, Withdrawn } from './withdraw-part.tsx'
import { SaveNumber } from '../../ui/save-number.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { PapersAnswer, AnswerEnd } from './papers-answer.ts'
import type { ActEnd } from './own-acts-part.tsx'
import { OwnMessages } from './own-messages.tsx'
import { ReviewerMessage } from './reviewer-message.tsx'

interface ApplicationCardProps {
  application: ListedApplication
  bearer: Bearer
  papers: PapersAnswer
  decisionSeconds: number | null | undefined
  /** The request that users come for: it waits for them, or is the newest. It is open at first. */
  isFirst: boolean
  loaded: ApplicationDetails | undefined
  /** @param id of a payment */
  onPaymentAnswered: (id: string) => void
}

export function ApplicationCard(props: ApplicationCardProps) {
  const { bearer, papers, decisionSeconds, isFirst } = props
  const { application, details, ended, onAnswered, loadAgain, actEnded, onChanged } = useCurrentApplication(
    props.application,
    props.loaded,
    bearer,
    papers,
  )
  const id = useId()
  const [opened, setOpened] = useState(isFirst)
  const { waiting_for: asked } = application
  // Shows no next steps while the award is not known: the part above says that it could not be loaded.
  const isGranted = props.application.award !== null
  const [isWithdrawn, setWithdrawn] = useState(false)
  const shared = { bearer, papers, decisionSeconds, isGranted, actEnded, onChanged }
  if (isWithdrawn) return <Withdrawn caseNumber={application.case_number} />
  return (
    <article className="card" aria-labelledby={id}>
      <Head id={id} application={application} />
      <Description text={application.description} />
      <Facts application={application} />
      <SaveNumber request={application} />
      {application.refusal_reason !== null && <ReviewerMessage text={application.refusal_reason} />}
      <AppealPart application={application} bearer={bearer} onAppealed={() => void loadAgain()} />
      {ended && <AnswerNote how={ended} />}
      {asked && (
        <OpenPaperRequest
          key={asked.id}
          application={application}
          asked={asked}
          bearer={bearer}
          papers={papers}
          onDone={(how) => void onAnswered(how)}
        />
      )}
      <OwnMessages threads={props.application.threads} bearer={bearer} />
      <AwardPart
        applicationId={application.id}
        bearer={bearer}
        loaded={props.application.award}
        onAnswered={props.onPaymentAnswered}
      />
      {application.status === 'approved' && <ComplaintPart application={application} bearer={bearer} />}
      <details
        className="disclosure mt-5 -mb-3 border-b-0"
        open={opened}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary>
          <h4 className="font-semibold">{words.details}</h4>
        </summary>
        {opened &&
          (details ? (
            <Details details={details} {...shared} />
          ) : (
            <LoadingDetails key={ended} id={application.id} {...shared} />
          ))}
        {opened && <WithdrawPart application={application} bearer={bearer} onWithdrawn={() => setWithdrawn(true)} />}
      </details>
    </article>
  )
}

function Head({ id, application }: { id: string; application: Application }) {
  return (
    <div className="request-head apart items-start gap-x-6 gap-y-3">
      <h3 id={id} tabIndex={-1} className="text-xl outline-none">
        {typeName(application.application_type)}
      </h3>
      <p className="flex flex-wrap gap-2">
        <span className="sr-only">{words.status}: </span>
        <StatusBadge status={application.status} />
        {application.waiting_for && <Badge tone="waiting">{words.waitingForYou}</Badge>}
        {application.papers_answered_at !== null && <Badge tone="good">{words.answered}</Badge>}
      </p>
    </div>
  )
}

function Facts({ application }: { application: Application }) {
  const { case_number: caseNumber, amount_requested: amount, urgency, created_at: sentAt, due_at: dueAt } = application
  return (
    <dl className="facts mt-5 flex flex-wrap gap-x-10 gap-y-3 font-semibold">
      <Fact name={words.caseNumber} value={caseNumber} />
      {amount !== null && <Fact name={words.amount} value={formatNaira(amount)} />}
      {urgency !== null && <Fact name={words.urgency} value={words.urgencies[urgency]} />}
      <Fact name={words.submitted} value={formatDay(sentAt)} />
      {dueAt !== null && <Fact name={words.decideBy} value={formatDay(dueAt)} />}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Longer texts are shown in part at first. */
const SHORT_CHARACTERS = 320
const SHORT_LINES = 5

function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > SHORT_CHARACTERS || text.split('\n').length > SHORT_LINES
  return (
    <>
      <p className={`request-text ${isLong && !whole ? 'line-clamp-5' : ''}`.trimEnd()}>{text}</p>
      {isLong && (
        <button type="button" className="link-target" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? words.readLess : words.readAll}
        </button>
      )}
    </>
  )
}

/** A request as the list had it; and as it is after its applicant did something with it. */
interface Current {
  readonly application: Application
  /** Undefined when they have yet to be loaded. */
  readonly details: ApplicationDetails | undefined
}

function useCurrentApplication(
  listed: Application,
  loaded: ApplicationDetails | undefined,
  bearer: Bearer,
  papers: PapersAnswer,
) {
  const [current, setCurrent] = useState<Current>({ application: listed, details: loaded })
  const [ended, setEnded] = useState<AnswerEnd>()
  const [actEnded, setActEnded] = useState<ActEnd>()
  const onAnswered = async (how: AnswerEnd) => {
    setEnded(how)
    // Immediately: the form must not stay for a request that has ended.
    setCurrent(({ application, details }) => ({
      application: { ...application, waiting_for: null },
      details: details && { ...details, waiting_for: null },
    }))
    await loadAgain()
  }
  const asked = useRef(0)
  const loadAgain = async () => {
    asked.current += 1
    const time = asked.current
    // The details load themselves where this fails, and show the failure.
    const details = await loadDetails(bearer, papers, listed.id).catch(() => undefined)
    // After another act, this may be the request as it was before.
    if (time !== asked.current) return
    setCurrent(({ application }) => ({ application: details ?? application, details }))
  }
  const onChanged = (how: ActEnd) => {
    setActEnded(how)
    void loadAgain()
  }
  return { ...current, ended, onAnswered, loadAgain, actEnded, onChanged }
}
