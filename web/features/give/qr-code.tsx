/** The address of a receipt as a QR code. The code that draws it is loaded when it is shown first. */
import { useEffect, useState } from 'react'
import { receipt as words } from '#words/money/receipt.ts'

export function QrCode({ text, className }: { text: string | undefined; className?: string }) {
  const picture = useQrCode(text)
  if (picture === undefined) return null
  return <img src={picture} alt={words.qr} width="120" height="120" className={className} />
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
