/**
 * Opens the provider's checkout for a transaction that our server initialized. One interface, two adapters: the provider's own
 * package, and the sandbox's popup. The way it ended is only a hint; the server knows whether money moved.
 */
import type { Mode } from '../../../contract/platform/system.ts'
import type { Ending } from './ending.ts'

export interface Checkout {
  readonly accessCode: string
  readonly mode: Mode
  /** Aborted when the user leaves the page. */
  readonly signal: AbortSignal
}

/** Loaded on demand, so that only payers download it. Never throws: a checkout that cannot open ends with `error`. */
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
