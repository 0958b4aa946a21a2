/**
 * The registration with a request for aid, in its situations: the form; the mail to confirm first; and continuing automatically
 * once that, or a second step, is done.
 */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '../../lib/router.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { isComplete, type Session, type SignedIn } from '../../api/session/session.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { AidForm } from './aid-form.tsx'
import type { AidState } from './aid-request.ts'
import type { Draft } from './draft.ts'
import { START } from './flow.ts'
import { submit } from './submit.ts'
import { registrationRequest } from './use-aid-request.ts'

/** Only where addresses are confirmed. */
const ConfirmAddress = lazy(async () => {
  const part = await loadPart(() => import('../../ui/session/confirm-address.tsx'))
  return { default: part.ConfirmAddress }
})

export function Registration({ state }: { state: AidState }) {
  const session = useSession()
  useAutomaticSubmit(session, state)
  useLeaving(session, state)
  const signedInAs = useSteadyEmail(session, state.run.is === 'running')
  const { draft } = state
  if (draft.progress.waiting === 'confirm' && session.is !== 'in' && state.run.is !== 'running') {
    return (
      <Suspense>
        <ConfirmAddress
          email={draft.email}
          justSent
          returnTo="/register/aid"
          onOtherAddress={() => registrationRequest.setProgress(START)}
        />
      </Suspense>
    )
  }
  return (
    <AidForm
      request={registrationRequest}
      state={state}
      askAccount={signedInAs === undefined}
      signedInAs={signedInAs}
    />
  )
}

/** The account's fields stay in place while sending: nothing moves below a thumb. */
function useSteadyEmail(session: Session, running: boolean): string | undefined {
  const email = session.is === 'in' ? (session.user.email ?? '') : undefined
  const [shown, setShown] = useState(email)
  if (!running && shown !== email) setShown(email)
  return shown
}

/**
 * Section 4 of the spec: then /login, which redirects to the dashboard because a session exists. The same goes for users with
 * nothing left to finish here: it was sent, here or in another tab, or discarded.
 */
function useLeaving(session: Session, { opened, draft, run, endedElsewhere }: AidState): void {
  const navigate = useNavigate()
  const isOver = session.is === 'in' && isComplete(session) && (endedElsewhere || !isDraftOf(session, draft))
  const due = opened && run.is === 'idle' && isOver
  const leave = useEffectEvent(() => void navigate('/login', { replace: true }))
  useEffect(() => {
    if (due) leave()
  }, [due])
}

function isDraftOf({ user }: SignedIn, { email }: Draft): boolean {
  return email !== '' && user.email?.toLowerCase() === email.toLowerCase()
}

/** After a confirmation or a second step, sending continues without another press, also after a mailed link or a reload. */
function useAutomaticSubmit(session: Session, { opened, draft, run }: AidState): void {
  const isOwner = session.is === 'in' && isComplete(session) && isDraftOf(session, draft)
  const { waiting } = draft.progress
  // Without a connection, use-resume.ts waits for it.
  const due = opened && isOwner && (waiting === 'confirm' || waiting === 'second_step') && run.is === 'idle'
  useEffect(() => {
    if (due) void submit(registrationRequest, null)
  }, [due])
}
