/** The wallet as a way to pay: what the form of a gift knows of it. */
import type { ComponentType } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import type { Gift, DonationInput } from './gift.ts'

export interface WalletPayment {
  /** In naira. */
  readonly balance: number
  /** Gives from it immediately. @throws as `call` does */
  readonly give: (input: DonationInput) => Promise<Gift>
}

/** Tops up the wallet without leaving the gift. */
export interface TopUpProps {
  bearer: Bearer
  /** Shortfall of the gift, in whole naira. */
  naira: number
  /** The balance may have changed. */
  onChange: () => void
}

export interface WayToPayProps {
  /** Undefined: by card. */
  chosen: WalletPayment | undefined
  /** The amount about to be given, in naira; 0 while it is unknown. */
  naira: number
  disabled: boolean
  /** The donor chose the wallet before a reload or a sign-in. */
  isWalletWanted: boolean
  TopUp: ComponentType<TopUpProps>
  onChoose: (payment: WalletPayment | undefined) => void
}
