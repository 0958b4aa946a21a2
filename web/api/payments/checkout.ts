/**
 * Opens the provider's checkout for a transaction that our server made. One interface, two adapters: the provider's own
 * package, and the sandbox's popup. How it ended is only a hint; whether money moved, the server is asked.
 */
import type { Mode } from '../../../contract/system.ts'
import type { Ending } from './ending.ts'

export interface Checkout {
  readonly accessCode: string
  readonly mode: Mode
  /** Aborted when the page is left. */
  readonly signal: AbortSignal
}

/** Loaded only now, so that nobody who does not pay downloads either. Never throws: what cannot open is an `error`. */
export async function openCheckout({ accessCode, mode, signal }: Checkout): Promise<Ending> {
  try {
    if (mode === 'sandbox') {
      const { openSandboxCheckout } = await import('./checkout-sandbox.ts')
      return await openSandboxCheckout(accessCode, signal)
    }
    const { openPaystackCheckout } = await import('./checkout-paystack.ts')
    return await openPaystackCheckout(accessCode)
  } catch (fault) {
    console.error('The checkout could not be opened.', fault)
    return 'error'
  }
}
