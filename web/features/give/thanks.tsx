/** The thanks for a paid gift. Loaded while the donor pays; where that fails, the receipt is shown instead. */
import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType } from 'react'
import { useNavigate } from '../../lib/router.tsx'
import type { ThanksProps } from './gift.ts'

export function loadThanks(): Promise<{ default: ComponentType<ThanksProps> }> {
  return import('./thanks-dialog.tsx').catch((fault: unknown) => {
    console.warn('Loading failed.', fault)
    return { default: ReceiptInstead }
  })
}

const ThanksDialog = lazy(loadThanks)

export function Thanks(props: ThanksProps) {
  return (
    <Suspense fallback={null}>
      <ThanksDialog {...props} />
    </Suspense>
  )
}

function ReceiptInstead({ gift, onClose }: ThanksProps) {
  const navigate = useNavigate()
  const open = useEffectEvent(() => {
    onClose()
    void navigate(`/receipts/${gift.receipt_code}`)
  })
  useEffect(() => open(), [])
  return null
}
