/** The progress of sending: its steps, all documents together, a lost connection, and the step that failed. */
import { useEffect, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass, SmallButton } from '../../ui/button.tsx'
import { addressOf } from '../../lib/language.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Progress } from '../../ui/progress.tsx'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { handOver, prepareTicket, takeBack } from './hand-over.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { isStored } from './draft.ts'
import type { DraftAim } from './draft-storage.ts'
import { STEPS, type Step } from './flow.ts'

/** Steps with nothing to do. */
const LEFT_OUT: Readonly<Record<DraftAim['is'], readonly Step[]>> = {
  registration: [],
  request: ['account'],
  other: ['account', 'profile'],
  papers: ['account', 'profile'],
}

interface SendingStatusProps {
  request: AidRequest
  state: AidState
  running: boolean
}

export function SendingStatus({ request, state, running }: SendingStatusProps) {
  const online = useOnline()
  const { run } = state
  const waits = state.draft.progress.waiting === 'line'
  const [isHanded, setIsHanded] = useState(false)
  const { userId } = state.draft.progress
  // Leave is asked for while there is a connection: a press without one needs it.
  useEffect(() => {
    if (online && userId !== null) void prepareTicket(request).catch(console.warn)
  }, [request, online, userId])
  useEffect(() => {
    if (waits && !running) void handOver(request).then(setIsHanded)
  }, [request, waits, running])
  const steps = STEPS.filter((step) => !LEFT_OUT[request.aim.is].includes(step))
  // The last step of an answer is the answer itself.
  const named = (step: Step) => (step === 'application' && request.aim.is === 'papers' ? 'answer' : step)
  return (
    <div className="grid gap-4">
      {/* Always rendered, so that its content is announced. */}
      <div aria-live="polite">
        {!online && (
          <Banner tone="note" title={words.offlineTitle}>
            <p>{waits ? (isHanded ? words.handed.waiting.text : words.waits) : words.offline}</p>
          </Banner>
        )}
        {run.is === 'failed' && run.known && <KnownAddress />}
        {run.is === 'failed' && !run.known && online && !running && (
          <Banner tone="bad" title={words.failedTitle[named(run.step)]}>
            <p>{waits ? (isHanded ? words.handed.waiting.text : words.waitsMore) : words.failed}</p>
          </Banner>
        )}
        {run.is === 'running' && <p className="sr-only">{words.step[named(run.step)]}</p>}
      </div>
      {waits && !running && isHanded && (
        <SmallButton className="justify-self-start" onClick={() => stopWaiting(request)}>
          {words.handed.waiting.button}
        </SmallButton>
      )}
      {run.is !== 'idle' && (
        <div>
          <ol aria-label={words.steps} className="steps">
            {steps.map((step) => (
              <StepLine key={step} name={words.step[named(step)]} state={stateOf(step, run)} />
            ))}
          </ol>
          {run.is === 'running' && <AllDocuments state={state} />}
          {run.is === 'running' && <p className="mt-3 text-sm text-soft">{words.keepOpen}</p>}
        </div>
      )}
    </div>
  )
}

/** Stops sending a request that its sender took back, until they press again. */
function stopWaiting(request: AidRequest): void {
  void takeBack(request.read().draft.key)
  request.setProgress({ ...request.read().draft.progress, waiting: null })
  request.setRun({ is: 'idle' })
}

/** Another tab for the reset: this one keeps the answers. */
function KnownAddress() {
  return (
    <Banner tone="bad" title={words.knownTitle}>
      <p>{words.known}</p>
      <a
        href={addressOf('/forgot-password')}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('outline', 'button-small mt-3')}
      >
        {words.reset}
      </a>
    </Banner>
  )
}

type StepState = keyof typeof words.stepStates

function stateOf(step: Step, run: Exclude<AidState['run'], { is: 'idle' }>): StepState {
  const [own, present] = [STEPS.indexOf(step), STEPS.indexOf(run.step)]
  if (own === present) return run.is === 'failed' ? 'failed' : 'now'
  return own < present ? 'done' : 'next'
}

function StepLine({ name, state }: { name: string; state: StepState }) {
  return (
    <li className="apart gap-x-4 text-sm" data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="font-semibold">{name}</span> <span>{words.stepStates[state]}</span>
    </li>
  )
}

/** By bytes: ten small files do not count ten times as much as one large one. */
function AllDocuments({ state: { draft, uploads, run } }: { state: AidState }) {
  const { documents, progress } = draft
  if (documents.length < 2 || run.is !== 'running' || run.step !== 'documents') return null
  const all = documents.reduce((sum, { bytes }) => sum + bytes, 0)
  const sent = documents.reduce((sum, document) => {
    if (isStored(document, progress.userId)) return sum + document.bytes
    const upload = uploads[document.id]
    return sum + (upload?.is === 'sending' ? Math.min(upload.bytes, document.bytes) : 0)
  }, 0)
  return (
    <div className="mt-3">
      <Progress label={words.uploadingAll(documents.length)} value={all === 0 ? 0 : sent / all} />
    </div>
  )
}
