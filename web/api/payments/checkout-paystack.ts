/** The provider's popup, through its own package. Importing it needs a window, so this module is loaded only to pay. */
import PaystackPop from '@paystack/inline-js'
import type { Ending } from './ending.ts'

/** One per page load: every instance adds two iframes and a listener that are never removed. */
let popup: PaystackPop | undefined

export function openPaystackCheckout(accessCode: string): Promise<Ending> {
  popup ??= new PaystackPop()
  const opened = popup
  return new Promise((resolve) => {
    opened.resumeTransaction(accessCode, {
      onSuccess: () => resolve('returned'),
      onCancel: () => resolve('closed'),
      onError: (fault) => {
        console.error('The payment popup reports a fault.', fault)
        resolve('error')
        // Otherwise it stays open over the page with nothing in it to pay.
        opened.cancelTransaction()
      },
    })
  })
}
