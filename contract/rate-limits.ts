/**
 * Every named rate limit, once. They count per client address, and a Nigerian mobile carrier puts many thousands of
 * people behind one address: so the windows are short, the counts generous, and a full one costs seconds, not hours.
 */
export const rateLimits = {
  /** Starting a gift: each one asks the provider for a new transaction, the step that card testers abuse. */
  gifts: { requests: 120, windowSeconds: 60 },
  /** Asking about a payment. A page asks every two to three seconds while it waits. */
  payments: { requests: 1200, windowSeconds: 60 },
  /** Opening receipts: far below what guessing 128 bits would need. */
  receipts: { requests: 300, windowSeconds: 60 },
  /** Writing to the people behind an instance: each message is a mail that somebody reads. */
  contact: { requests: 30, windowSeconds: 60 },
  /** Messages with a wrong signature, counted only when the signature is wrong. */
  bad_signatures: { requests: 60, windowSeconds: 60 },
} as const satisfies Record<string, { requests: number; windowSeconds: number }>

export type RateLimitName = keyof typeof rateLimits
