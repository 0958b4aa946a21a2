/**
 * The part of @paystack/inline-js 2.25.0 that we use, read from its code: the package has no types, and those of others
 * describe another version.
 */
declare module '@paystack/inline-js' {
  export interface PaystackCallbacks {
    /** Only a hint. The package drops a success that arrives after a close. */
    onSuccess?: (transaction: { id: number; reference: string; message: string }) => void
    /** Closed, canceled, or a bank transfer still on its way. */
    onCancel?: () => void
    onLoad?: (transaction: { id: number; accessCode: string; customer: object }) => void
    /** The popup could not open the transaction. A declined card stays inside the popup and comes as nothing. */
    onError?: (fault: { type: 'setup'; message: string }) => void
  }

  /** Appends two iframes to the body and a listener to the window, for good. */
  export default class PaystackPop {
    /** Opens the popup for a transaction that a server initialized. */
    resumeTransaction(accessCode: string, callbacks: PaystackCallbacks): object
    /** Closes the popup, whatever it shows. */
    cancelTransaction(): void
  }
}
