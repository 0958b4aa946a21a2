/**
 * The part of @paystack/inline-js 2.25.0 that we use, taken from its source: the package has no types, and those published by others
 * describe another version.
 */
declare module '@paystack/inline-js' {
  export interface PaystackCallbacks {
    /** Only a hint. The package drops a success that arrives after a close. */
    onSuccess?: (transaction: { id: number; reference: string; message: string }) => void
    /** Closed, canceled, or a bank transfer still pending. */
    onCancel?: () => void
    onLoad?: (transaction: { id: number; accessCode: string; customer: object }) => void
    /** The popup could not open the transaction. A declined card stays inside the popup and is not reported. */
    onError?: (fault: { type: 'setup'; message: string }) => void
  }

  /** Appends two iframes to the body and a listener to the window, and never removes them. */
  export default class PaystackPop {
    /** Opens the popup for a transaction initialized by a server. */
    resumeTransaction(accessCode: string, callbacks: PaystackCallbacks): object
    /** Closes the popup in any state. */
    cancelTransaction(): void
  }
}
