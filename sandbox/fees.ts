/** The provider's fees, in kobo and in whole numbers (docs/protocols/paystack.md section 5). */
import type { Kobo } from '../contract/platform/money.ts'

const FLAT: Kobo = 10_000n
const FLAT_FROM: Kobo = 250_000n
const CAP: Kobo = 200_000n

/** The fee on a local payment: 1.5 % rounded up, plus ₦100 from ₦2,500 on, at most ₦2,000. */
export function feeOf(amount: Kobo): Kobo {
  const fee = (amount * 15n + 999n) / 1000n + (amount >= FLAT_FROM ? FLAT : 0n)
  return fee < CAP ? fee : CAP
}

// From these on, what shall arrive carries the flat part, and then the cap.
const NET_WITH_FLAT: Kobo = 236_250n
const NET_CAPPED: Kobo = 12_466_667n

/** Returns the price for a payer who bears the fee, so that `net` arrives. */
export function grossOf(net: Kobo): Kobo {
  if (net >= NET_CAPPED) return net + CAP
  const before = net >= NET_WITH_FLAT ? net + FLAT : net
  return (before * 1000n + 984n) / 985n
}

/** The fee on money paid out: ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above. */
export function transferFeeOf(amount: Kobo): Kobo {
  if (amount <= 500_000n) return 1_000n
  return amount <= 5_000_000n ? 2_500n : 5_000n
}
