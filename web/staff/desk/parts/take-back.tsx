/** Takes back what the user wrote to a person less than a minute ago, and has not left. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ContactReplyJson } from '../../../../contract/office/inbox.ts'
import { UNDO_SECONDS } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { caseMessages as words } from '#words/office/case-messages.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from './use-outcome.ts'

interface TakeBackProps {
  reply: Pick<ContactReplyJson, 'id' | 'text' | 'undo_until'>
  /** Gets its text, to be written again. */
  onUndone: (text: string) => void
  /** It has left, or nearly: what became of it can be loaded. */
  onLeft: () => void
}

export function TakeBack({ reply: { id, text, undo_until: until }, onUndone, onLeft }: TakeBackProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const leave = useEffectEvent(onLeft)
  useEffect(() => {
    if (until === null) return
    // The clock of this device may be wrong; and the mail goes some seconds later.
    const left = Math.min(Math.max(Date.parse(until) - Date.now(), 0), UNDO_SECONDS * 1000)
    const timer = setTimeout(() => leave(), left + 5000)
    return () => clearTimeout(timer)
  }, [until])
  if (until === null) return null
  const undo = async () => {
    if (busy) return
    setBusy(true)
    const undoing = call('POST /api/admin/contact-replies/:id/undoing', { params: { id }, bearer })
    const isUndone = await outcome(undoing, { done: words.undone, failed: words.notUndone })
    setBusy(false)
    if (isUndone) onUndone(text)
    else onLeft()
  }
  return (
    <p className="notice mt-2 justify-between no-print">
      {words.undoable}
      <SmallButton look="quiet" busy={busy} onClick={() => void undo()}>
        {words.undo}
      </SmallButton>
    </p>
  )
}
