/** What the people of a load were told by the product, and what they have done at the provider: what must hold, whatever breaks. */

export interface Told {
  /** Gifts that were opened, by reference. In kobo. */
  readonly gifts: Map<string, { kobo: number; receiptCode: string }>
  /** References that were said to be paid, or completed. */
  readonly settled: Set<string>
  /** What people paid at the provider, by reference. In kobo. */
  readonly paid: Map<string, number>
  /** Among them those about which nobody ever asks: they settle by themselves. */
  readonly closedTabs: Set<string>
  /** Ids of messages, with their text. */
  readonly messages: Map<string, string>
  /** Ids of requests for aid, with their description. */
  readonly requests: Map<string, string>
  /** Paths of documents, with the SHA-256 of their bytes. */
  readonly documents: Map<string, string>
  /** How many things were wanted of each path, however often they were asked for. */
  readonly pressed: Map<string, number>
  /** Whoever was told that they have an account. */
  readonly people: Set<Person>
}

export interface Person {
  readonly email: string
  readonly userId: string
  accessToken: string
  /** The newest that was answered: it must go on working. */
  refreshToken: string
  /** References of top-ups that were opened for this wallet. */
  readonly topUps: Set<string>
  /** Ids of gifts that left this wallet. In kobo. */
  readonly walletGifts: Map<string, number>
}

export function newTold(): Told {
  return {
    gifts: new Map(),
    settled: new Set(),
    paid: new Map(),
    closedTabs: new Set(),
    messages: new Map(),
    requests: new Map(),
    documents: new Map(),
    pressed: new Map(),
    people: new Set(),
  }
}
