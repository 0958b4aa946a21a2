/** Holds keys that were pressed while the part that takes them loads, and presses them again once it is there. */
import { useLayoutEffect } from 'react'
import { areShortcutsOn, isTyping } from './shortcuts.ts'

/** In place of the part. @param props.keys what it takes: nothing that decides about what the reader has not seen */
export function KeysAhead({ keys }: { keys: RegExp }) {
  // A key that is pressed as soon as the part is seen is neither lost nor late.
  useLayoutEffect(() => {
    const held: KeyboardEvent[] = []
    const hold = (event: KeyboardEvent) => {
      if (!areShortcutsOn() || event.defaultPrevented || isTyping(event.target) || !keys.test(event.key)) return
      event.preventDefault()
      held.push(event)
    }
    document.addEventListener('keydown', hold)
    return () => {
      document.removeEventListener('keydown', hold)
      void pressAgain(held)
    }
  }, [keys])
  return null
}

async function pressAgain(held: readonly KeyboardEvent[]): Promise<void> {
  for (const { key, code, ctrlKey, altKey, shiftKey } of held) {
    // Each is drawn before the next.
    await new Promise((resolve) => setTimeout(resolve))
    const press = { key, code, ctrlKey, altKey, shiftKey, bubbles: true, cancelable: true }
    const target = document.activeElement ?? document.body
    const isTaken = !target.dispatchEvent(new KeyboardEvent('keydown', press))
    // The browser presses a button for its own keys alone.
    if (!isTaken && key === 'Enter' && target instanceof HTMLButtonElement) target.click()
  }
}
