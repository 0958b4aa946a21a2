/** The provider's popup, through its own package. Importing that needs a window, so this module is only loaded to pay. */
import PaystackPop from '@paystack/inline-js'
import type { Ending } from './ending.ts'

/** One for each page load: every instance adds two iframes and a listener that stay. */
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
        // It stays open over the page otherwise, with nothing in it that could be paid.
        opened.cancelTransaction()
      },
    })
  })
}
