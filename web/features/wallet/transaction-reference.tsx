/** A reference, shortened to what people compare, with a button that copies all of it. */
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { wallet as words } from '#words/money/wallet.ts'

/** As many as tell the references of one wallet apart. */
const SHOWN = 6

export function TransactionReference({ reference }: { reference: string }) {
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference)
      setState('copied')
    } catch (fault) {
      // Without a secure connection the browser has no clipboard: the whole reference can be selected by hand.
      console.warn('The reference could not be copied.', fault)
      setState('whole')
    }
  }
  if (state === 'whole') return <span className="wrap-anywhere">{words.reference(reference)}</span>
  const short = words.reference(`…${reference.slice(-SHOWN)}`)
  return (
    <>
      <button type="button" className="reference-copy no-print" title={reference} onClick={() => void copy()}>
        {short} <span className="sr-only">{words.copy}</span>
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
      </button>
      <span aria-live="polite" className="no-print text-sm">
        {state === 'copied' && words.copied}
      </span>
      <span className="print-only wrap-anywhere">{words.reference(reference)}</span>
    </>
  )
}
