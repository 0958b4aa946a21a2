/** How the checkout ended. Only the server knows whether money moved: see watch-payment.ts. */
export type Ending = 'returned' | 'closed' | 'error'
