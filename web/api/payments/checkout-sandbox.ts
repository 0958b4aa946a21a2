/**
 * The sandbox's popup: its checkout page in a frame inside a native modal dialog. The frame sends the provider's own messages, so
 * this listens for the same ones as the provider's package.
 */
import { openModal } from '../modal.ts'
import { isRecord } from '../is-record.ts'
import { paying as words } from '#words/money/paying.ts'
import type { Ending } from './ending.ts'

export function openSandboxCheckout(accessCode: string, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const { dialog, frame, close } = createPopup(`/sandbox/paystack/checkout/${encodeURIComponent(accessCode)}`)

    const end = (ending: Ending) => {
      window.removeEventListener('message', listen)
      signal.removeEventListener('abort', leave)
      // Leaving the document closes it.
      dialog.remove()
      resolve(ending)
    }
    const leave = () => end('closed')
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || origin !== window.location.origin) return
      const ending = endingOf(data)
      if (ending) end(ending)
    }

    window.addEventListener('message', listen)
    signal.addEventListener('abort', leave)
    dialog.addEventListener('close', leave)
    close.addEventListener('click', leave)
    document.body.append(dialog)
    openModal(dialog)
  })
}

/** `loaded:checkout` and `loaded:transaction` end nothing; neither does an error that the payer can correct in the popup. */
function endingOf(message: unknown): Ending | undefined {
  if (!isRecord(message)) return undefined
  switch (message.event) {
    case 'success':
      return 'returned'
    case 'cancel':
    case 'close':
    case 'transfer:pending':
      return 'closed'
    case 'error':
      return isRecord(message.data) && message.data.type === 'setup' ? 'error' : undefined
    default:
      return undefined
  }
}

function createPopup(address: string) {
  const dialog = document.createElement('dialog')
  dialog.className = 'checkout'
  dialog.ariaLabel = words.sandboxTitle
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'checkout-close'
  close.textContent = words.sandboxClose
  const frame = document.createElement('iframe')
  frame.title = words.sandboxTitle
  frame.src = address
  dialog.append(close, frame)
  return { dialog, frame, close }
}
