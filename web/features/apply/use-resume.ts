/** Sends a request as soon as there is a connection, also after a reload if the draft is kept. */
import { useEffect, useEffectEvent } from 'react'
import { showToast } from '../../lib/toast-store.ts'
import { useOnline } from '../../lib/use-online.ts'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import type { Done } from './send-with-toast.ts'
import { resume } from './submit.ts'

/** For a device that reports a connection while nothing arrives. */
const RETRY_MILLISECONDS = 10_000

/** @param mayResume whether nothing else is needed from the user, such as a password that is no longer known */
export function useResume(
  request: AidRequest,
  { draft, run, opened }: AidState,
  mayResume: boolean,
  done: (how: NonNullable<Done>) => void,
) {
  const online = useOnline()
  const due = opened && online && mayResume && draft.progress.waiting === 'line' && run.is !== 'running'
  const sendAgain = useEffectEvent(async () => {
    showToast({ kind: 'plain', title: words.resumedTitle, description: words.resumed })
    const sent = await resume(request)
    if (sent.done !== null) done(sent.done)
  })
  // The first try is at once: the effect runs when the connection returns, or when the page opens.
  const tried = run.is === 'failed' && run.online === true
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => void sendAgain(), tried ? RETRY_MILLISECONDS : 0)
    return () => clearTimeout(timer)
  }, [due, tried])
}
