/** Records what the product has acknowledged in a load, and what people have done at the provider: all of it must hold afterwards. */

export interface Acknowledged {
  /** Gifts that were opened, by reference. In kobo. */
  readonly gifts: Map<string, { kobo: number; receiptCode: string }>
  /** References that the product called paid or completed. */
  readonly settled: Set<string>
  /** Amounts that people paid, or began to pay, at the provider, by reference. In kobo. */
  readonly paid: Map<string, number>
  /** Those of them that no page asks about: the product settles them automatically. */
  readonly closedTabs: Set<string>
  /** Ids of messages, with their text. */
  readonly messages: Map<string, string>
  /** Ids of requests for aid, with their description. */
  readonly requests: Map<string, string>
  /** Paths of documents, with the SHA-256 of their bytes. */
  readonly documents: Map<string, string>
  /** How many different things were submitted to each path, however often each was retried. */
  readonly submitted: Map<string, number>
  /** People whose sign-up was answered. */
  readonly people: Set<Person>
}

export interface Person {
  readonly email: string
  readonly userId: string
  accessToken: string
  /** The newest that was answered: it must keep working. */
  refreshToken: string
  /** References of top-ups that were opened for this wallet. */
  readonly topUps: Set<string>
  /** Ids of gifts from this wallet. In kobo. */
  readonly walletGifts: Map<string, number>
}

export function newAcknowledged(): Acknowledged {
  return {
    gifts: new Map(),
    settled: new Set(),
    paid: new Map(),
    closedTabs: new Set(),
    messages: new Map(),
    requests: new Map(),
    documents: new Map(),
    submitted: new Map(),
    people: new Set(),
  }
}
