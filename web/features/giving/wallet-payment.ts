/** The wallet as a way to pay: what the form of a gift knows of it. */
import type { Gift, DonationInput } from './gift.ts'

export interface WalletPayment {
  /** In naira. */
  readonly balance: number
  /** Gives from it immediately. @throws as `call` does */
  readonly give: (input: DonationInput) => Promise<Gift>
}

export interface WayToPayProps {
  /** Undefined: by card. */
  chosen: WalletPayment | undefined
  /** The amount about to be given, in naira; 0 while it is unknown. */
  naira: number
  disabled: boolean
  onChoose: (payment: WalletPayment | undefined) => void
}
