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
  /** Asking for aid: each request is read by a person, and twenty presses of one button are twenty calls. */
  applications: { requests: 60, windowSeconds: 60 },
  /** Sign-in, refresh and code exchange (GoTrue's `/token`). A refresh is due once an hour for each device. */
  tokens: { requests: 600, windowSeconds: 60 },
  /** What makes an account, or may send a mail or a text message. */
  auth_messages: { requests: 60, windowSeconds: 60 },
  /** Codes and mailed links, on the way in. Each token also burns by itself after a few misses. */
  auth_codes: { requests: 120, windowSeconds: 60 },
  /** Everything that a signed-in person does with the account. */
  accounts: { requests: 600, windowSeconds: 60 },
  /** Passwords tried on one account from one address: a few typing errors, far too few to guess with. */
  password_tries: { requests: 20, windowSeconds: 300 },
  /** Passwords tried on one account from anywhere: many addresses do not help whoever guesses. */
  password_tries_anywhere: { requests: 100, windowSeconds: 900 },
  /** Codes sent to one person's telephones: each costs money, and there is a minute between two of them anyway. */
  text_messages: { requests: 30, windowSeconds: 3600 },
  /** Codes tried on one address from anywhere, over every mail it gets: a new mail does not begin the count anew. */
  mailed_code_tries: { requests: 20, windowSeconds: 3600 },
  /** Calls of the storage: a large file on a bad line is many small ones. */
  documents: { requests: 1200, windowSeconds: 60 },
  /** Messages with a wrong signature, counted only when the signature is wrong. */
  bad_signatures: { requests: 60, windowSeconds: 60 },
} as const satisfies Record<string, { requests: number; windowSeconds: number }>

/** An endpoint names one of these, or `none`. */
export type RateLimitName = keyof typeof rateLimits
