/** Ends the selection of rows. It leaves with the bar around it, and the focus goes back to the list. */
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { SmallButton } from '../../../ui/button.tsx'

const findFirstRow = () => document.querySelector('[data-row]')

export function ClearButton({ text, onPress }: { text: string; onPress: () => void }) {
  const button = useFocusOnRemoval<HTMLButtonElement>(findFirstRow)
  return (
    <SmallButton ref={button} look="quiet" className="bulk-clear" onClick={onPress}>
      {text}
    </SmallButton>
  )
}
