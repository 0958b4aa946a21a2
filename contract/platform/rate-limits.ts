interface RateLimit {
  readonly requests: number
  readonly windowSeconds: number
  /** Counts with RATE_LIMITS=off too. */
  readonly always?: true
}

/**
 * All named rate limits. They count per network (IPv4 by address, IPv6 by /56), and a Nigerian mobile carrier puts many thousands
 * of people behind one address, so the windows are short and the counts generous: a full window costs seconds, not hours. A limit
 * whose name begins with `wrong_` counts only failures.
 */
export const rateLimits = {
  /** Starting a gift. Each creates a transaction at the provider, which is what card testers abuse. */
  gifts: { requests: 120, windowSeconds: 60 },
  /** Asking about a payment. A waiting page polls every two to three seconds. */
  payments: { requests: 1200, windowSeconds: 60 },
  /** Opening receipts: far fewer than guessing 128 bits would need. */
  receipts: { requests: 300, windowSeconds: 60 },
  /** Mailing a receipt to an address that the donor enters. Each receipt is mailed three times at most. */
  receipt_mails: { requests: 20, windowSeconds: 60 },
  /** Contact messages: a person reads each one. */
  contact: { requests: 30, windowSeconds: 60 },
  /** Requests for aid: a person reads each one, and twenty presses of one button are twenty calls. */
  applications: { requests: 60, windowSeconds: 60 },
  /** Requests and codes from the page without script. Browsers that render on a server share its few networks. */
  plain_requests: { requests: 120, windowSeconds: 3600, always: true },
  /** Sign-in, refresh and code exchange (GoTrue's `/token`). Each device refreshes once an hour. */
  tokens: { requests: 600, windowSeconds: 60 },
  /** Calls that create an account or may send a mail or a text message. */
  auth_messages: { requests: 60, windowSeconds: 60 },
  /** Mailed codes and links. Each token is also used up after a few wrong codes. */
  auth_codes: { requests: 120, windowSeconds: 60 },
  /** Names on bank accounts: each asks the provider, and more would be guessing. */
  account_names: { requests: 60, windowSeconds: 60 },
  /** Everything a signed-in user does with the account. */
  accounts: { requests: 600, windowSeconds: 60 },
  /** Wrong passwords for one account from one network: enough for typing errors, too few for guessing. */
  wrong_passwords: { requests: 20, windowSeconds: 300 },
  /** Wrong passwords for one account from all networks together, without those of its known devices. */
  wrong_passwords_anywhere: { requests: 100, windowSeconds: 900 },
  /** Wrong passwords for one account on a device that signed in to it before, or in one of its sessions. */
  wrong_passwords_known: { requests: 20, windowSeconds: 300 },
  /** Codes sent to one user's phones: each costs money, and they are a minute apart anyway. */
  text_messages: { requests: 30, windowSeconds: 3600 },
  /** Codes by text that sign in, asked for from one network: each costs money. sign-in-texts.ts caps them by number, too. */
  sign_in_texts: { requests: 60, windowSeconds: 3600, always: true },
  /** Wrong mailed codes for one address from one network, across all its mails: a new mail does not reset the count. */
  wrong_codes: { requests: 10, windowSeconds: 3600, always: true },
  /** Wrong mailed codes for one address from all networks together, without those of its known devices. */
  wrong_codes_anywhere: { requests: 50, windowSeconds: 3600, always: true },
  /** Wrong tries at one code from the network that asked for its mail. */
  wrong_codes_asked: { requests: 5, windowSeconds: 3600, always: true },
  /** The same for all codes of one address, so that asking for mail after mail gains little. */
  wrong_codes_asked_anywhere: { requests: 50, windowSeconds: 3600, always: true },
  /** Wrong mailed codes on a device that signed in to the account before, or in one of its sessions. */
  wrong_codes_known: { requests: 10, windowSeconds: 3600, always: true },
  /** Wrong codes of one second step on a device that passed it before. Other devices share the pause of the factor (challenges.ts). */
  wrong_second_steps_known: { requests: 10, windowSeconds: 900, always: true },
  /** Wrong codes with which accounts claim profiles that staff entered, from one network. */
  wrong_claim_codes: { requests: 30, windowSeconds: 3600, always: true },
  /** The same from all networks together. Beyond it an alert fires, but no one is refused: the code is too long to guess. */
  wrong_claim_codes_anywhere: { requests: 300, windowSeconds: 3600, always: true },
  /** Wrong pairs of a case number and a telephone number, from one network. Each is counted for both numbers, too. */
  wrong_case_numbers: { requests: 60, windowSeconds: 3600, always: true },
  /** The same for one case number, and for one telephone number, from all networks together. */
  wrong_case_numbers_anywhere: { requests: 20, windowSeconds: 3600, always: true },
  /** Confirming with the code of a slip. A counter serves many people from one network; each slip also has its own tries. */
  confirmations: { requests: 60, windowSeconds: 60 },
  /** Storage calls: a large file on a bad connection takes many small ones. */
  documents: { requests: 1200, windowSeconds: 60 },
  /** Cosignatures of the public log: each witness sends a few a day. */
  cosignatures: { requests: 60, windowSeconds: 60 },
  /** Messages with a wrong signature; correct ones are not counted. */
  bad_signatures: { requests: 60, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>

/** An endpoint names one of these, or `none`. */
export type RateLimitName = keyof typeof rateLimits
