/** Parts that only the printed receipt has: its code, its address, and the address as a QR code. */
import { useHydrated } from '../../lib/use-hydrated.ts'
import { receipt as words } from '#words/money/receipt.ts'
import { ReceiptCodeText } from './receipt-code-text.tsx'
import { QrCode } from './qr-code.tsx'

export function ReceiptPaper({ code }: { code: string }) {
  const address = useHydrated() ? `${window.location.origin}/receipts/${code}` : undefined
  return (
    <div className="receipt-paper">
      <dl>
        <dt>{words.code}</dt>
        <dd>
          <ReceiptCodeText code={code} />
        </dd>
        <dt>{words.address}</dt>
        <dd className="receipt-code">{address}</dd>
      </dl>
      <QrCode text={address} className="print-only" />
    </div>
  )
}
