/** Keeps a receipt of this tab on the device. Not ticked: phones are shared, and anyone who opens a receipt sees the gift. */
import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { receipt as words } from '#words/money/receipt.ts'
import { keptAt, moveReceipt } from './kept-receipts.ts'

export function KeepOnDevice({ code }: { code: string }) {
  const [at, setAt] = useState(() => keptAt(code))
  if (at === undefined) return null
  return (
    <Checkbox
      label={words.keepOnDevice}
      hint={words.keepOnDeviceHint}
      checked={at === 'device'}
      onChange={({ target }) => {
        const to = target.checked ? 'device' : 'tab'
        moveReceipt(code, to)
        setAt(to)
      }}
    />
  )
}
