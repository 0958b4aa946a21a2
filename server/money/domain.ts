/** Incoming money and the books: gifts, wallets, payments, the ledger, the bank. */
import { GIFT_NOT_STARTED_PAGE, GIFT_STARTED_PAGE } from '../../contract/money/gift-pages.ts'
import type { Core } from '../platform/core.ts'
import type { Domain } from '../platform/domain.ts'
import { CHECKOUT } from '../platform/http/security.ts'
import type { Site } from '../platform/http/site.ts'
import { removalDecision } from './bank/removals.ts'
import { bankJobs, bankRoutes } from './bank/routes.ts'
import type { DecisionKind } from '../record/two-person/decisions.ts'
import { closingDecision, type SettleDifference } from './differences/closings.ts'
import { differenceRoutes } from './differences/routes.ts'
import { fundDecision } from './funds/changes.ts'
import { fundRoutes } from './funds/routes.ts'
import { donationPurpose } from './gifts/donations.ts'
import { donationForm } from './gifts/form.ts'
import { donationRoutes } from './gifts/routes.ts'
import { matchingJobs } from './matching/matching.ts'
import { matchingRoutes } from './matching/routes.ts'
import { settlementJobs } from './matching/settlements.ts'
import { createWebhookTurns, type Payments } from './payments/payments.ts'
import { createPaystack, type PaystackOptions } from './payments/paystack.ts'
import { paymentJobs } from './payments/reconciliation.ts'
import { monthDecision } from './months/months.ts'
import { monthRoutes } from './months/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { unexpectedPurpose } from './payments/unexpected.ts'
import { walletPart } from './wallet/account-part.ts'
import { walletRoutes } from './wallet/routes.ts'
import { topUpPurpose } from './wallet/top-up-purpose.ts'

/** @param transfers what the domain of aid knows of transfers out */
export const createPayments = (
  core: Core,
  provider: PaystackOptions,
  transfers: Pick<Payments, 'followTransfer' | 'hasTransferMoved'>,
): Payments => ({
  ...core,
  ...transfers,
  provider: createPaystack(provider),
  purposes: { donation: donationPurpose, top_up: topUpPurpose, unexpected: unexpectedPurpose },
  webhooksInTurn: createWebhookTurns(),
})

/** Takes two people, in this domain. @param settleDifference books what a difference of payouts ends with */
export const moneyDecisions = (core: Core, settleDifference: SettleDifference): readonly DecisionKind[] => [
  closingDecision(core, settleDifference),
  monthDecision(core),
  removalDecision(core),
  fundDecision(core),
]

interface MoneyOptions {
  /** Signs webhooks. */
  readonly secretKey: string
  readonly site: Site | undefined
}

export const moneyDomain = (payments: Payments, { secretKey, site }: MoneyOptions): Domain => ({
  routes: [
    donationRoutes(payments),
    fundRoutes(payments),
    walletRoutes(payments),
    ...(site ? [donateForm(payments, site)] : []),
    matchingRoutes(payments),
    differenceRoutes(payments),
    monthRoutes(payments),
    bankRoutes(payments),
    paymentRoutes(payments, secretKey),
  ],
  jobs: [paymentJobs, settlementJobs, matchingJobs, bankJobs].flatMap((of) => of(payments)),
  accountParts: [walletPart],
})

const donateForm = (payments: Payments, site: Site) =>
  donationForm(payments, {
    started: site.template(GIFT_STARTED_PAGE),
    notStarted: site.template(GIFT_NOT_STARTED_PAGE),
    checkoutAddress: (accessCode) =>
      payments.env.mode === 'sandbox' ? `/sandbox/paystack/checkout/${accessCode}` : `${CHECKOUT}/${accessCode}`,
  })
