/** Requests another mail or message: at most one a minute, because the server sends no more. */
import { useEffect, useState } from 'react'
import { session as words } from '#words/people/session.ts'

const PAUSE_SECONDS = 60

interface ResendButtonProps {
  text: string
  /** Whether one has just been sent. */
  justSent: boolean
  /** @returns whether it was sent */
  onResend: () => Promise<boolean>
}

export function ResendButton({ text, justSent, onResend }: ResendButtonProps) {
  const [pause, setPause] = useState(justSent ? PAUSE_SECONDS : 0)
  const [sentAgain, setSentAgain] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (pause === 0) return
    const timer = setTimeout(() => setPause(pause - 1), 1_000)
    return () => clearTimeout(timer)
  }, [pause])
  const press = async () => {
    if (busy) return
    setBusy(true)
    const sent = await onResend()
    setBusy(false)
    setSentAgain(sent)
    if (sent) setPause(PAUSE_SECONDS)
  }
  return (
    <div className="mt-4 flex min-h-11 items-center">
      {pause > 0 ? (
        <p className="text-sm text-soft">{words.askAgainIn(pause)}</p>
      ) : (
        <button type="button" className="link-target" aria-disabled={busy} onClick={() => void press()}>
          {text}
        </button>
      )}
      {/* The countdown is not read out; that another message has been sent is. */}
      <output className="sr-only">{sentAgain && words.sentAgain}</output>
    </div>
  )
}
