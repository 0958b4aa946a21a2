/** The wallet as a way to pay: what the form of a gift knows of it. The wallet's own part makes one. */
import type { Gift, DonationInput } from './gift.ts'

export interface WalletPayment {
  /** In naira. */
  readonly balance: number
  /** Gives from it at once. @throws as `call` does */
  readonly give: (input: DonationInput) => Promise<Gift>
}

export interface WayToPayProps {
  /** Undefined: by card, as everybody. */
  chosen: WalletPayment | undefined
  /** What is about to be given, in naira; 0 as long as that is not known. */
  naira: number
  disabled: boolean
  onChoose: (payment: WalletPayment | undefined) => void
}
