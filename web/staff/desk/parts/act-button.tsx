/** A button that calls the server at once, and shows the outcome as a toast. */
import { useState, type ComponentProps } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { useAdministration } from '../administration.ts'
import { useOutcome, type Says } from './use-outcome.ts'

interface ActButtonProps extends Omit<ComponentProps<typeof SmallButton>, 'children' | 'onClick'> {
  text: string
  /** The text while it is busy. */
  busyText?: string
  act: (bearer: Bearer) => Promise<unknown>
  says: Says
  /** Called after a refusal too: someone else may have acted meanwhile. */
  onEnd?: () => void
}

export function ActButton({ text, busyText = text, busy = false, act, says, onEnd, ...button }: ActButtonProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [isActing, setActing] = useState(false)
  // Moves the focus on where the button leaves once it has acted.
  const shown = useFocusOnRemoval<HTMLButtonElement>()
  const press = async () => {
    setActing(true)
    await outcome(act(bearer), says)
    setActing(false)
    onEnd?.()
  }
  return (
    <SmallButton {...button} ref={shown} busy={busy || isActing} onClick={() => void press()}>
      {busy || isActing ? busyText : text}
    </SmallButton>
  )
}
