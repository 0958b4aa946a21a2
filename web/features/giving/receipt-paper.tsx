/** What the printed receipt adds: its code, its address, and the address as a QR code. */
import { useEffect, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { receipt as words } from '#words/receipt.ts'

export function ReceiptPaper({ code }: { code: string }) {
  const address = useHydrated() ? `${window.location.origin}/receipts/${code}` : undefined
  const picture = useQrCode(address)
  return (
    <div className="receipt-paper">
      <dl>
        <dt>{words.code}</dt>
        <dd className="receipt-code">{code}</dd>
        <dt>{words.address}</dt>
        <dd className="receipt-code">{address}</dd>
      </dl>
      {picture !== undefined && <img src={picture} alt={words.qr} width="120" height="120" className="print-only" />}
    </div>
  )
}

/** Undefined until its code is loaded, or if it cannot be. */
function useQrCode(text: string | undefined): string | undefined {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (text === undefined) return
    let shown = true
    void drawQrCode(text).then((drawn) => shown && setPicture(drawn))
    return () => {
      shown = false
    }
  }, [text])
  return picture
}

async function drawQrCode(text: string): Promise<string | undefined> {
  try {
    const { renderSVG } = await import('uqr')
    return `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`
  } catch (fault) {
    console.warn('The QR code could not be drawn.', fault)
    return undefined
  }
}
