/** Aid: requests, decisions, and everything on the way to "I received it". */
import { Hono } from 'hono'
import { STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import type { CaseThreads } from '../../contract/office/inbox.ts'
import { createPaystackTransfers } from '../money/payments/paystack-transfers.ts'
import type { Payments } from '../money/payments/payments.ts'
import type { PaystackOptions } from '../money/payments/paystack.ts'
import type { Auth } from '../people/sign-in/auth.ts'
import type { Core } from '../platform/core.ts'
import type { Domain } from '../platform/domain.ts'
import { createStorage } from '../platform/storage/create-storage.ts'
import { beneficiaryRoutes } from './applicants/routes.ts'
import type { DecisionKind } from '../record/two-person/decisions.ts'
import { awardDecision, hasEnded, WAS_PAID, withdrawProposedAward } from './awards/awards.ts'
import { countDecision } from './awards/cash-counts.ts'
import { findRequestBySlip, type Answering } from './awards/confirmations.ts'
import { fundMoveRoutes } from './awards/fund-move-routes.ts'
import { fundMoveDecision } from './awards/fund-moves.ts'
import { lossDecision } from './awards/hand-overs.ts'
import { ofPayouts } from './awards/payment-acts.ts'
import { payoutsPart } from './awards/recipients.ts'
import { releaseDecision } from './awards/releases.ts'
import { reminderJob } from './awards/reminders.ts'
import { payoutRoutes } from './awards/routes.ts'
import { askAboutAccount } from './awards/transfers/attempts.ts'
import { comparingJobs } from './awards/transfers/compare-transfers.ts'
import { transferJobs } from './awards/transfers/send-transfers.ts'
import { transferRoutes } from './awards/transfers/transfer-routes.ts'
import { renewalDecision } from './complaints/holds.ts'
import { complaintRetention } from './complaints/jobs.ts'
import { complaintRoutes, type FindBySlip } from './complaints/routes.ts'
import { documentsPart } from './documents/account-part.ts'
import { documentRoutes, storageRoutes } from './documents/routes.ts'
import { documentJobs } from './documents/sweep.ts'
import { limitsDecision } from './limits/limits.ts'
import { limitRoutes } from './limits/routes.ts'
import { createBankList, type Payees } from './payees/accounts.ts'
import { payeeDecision } from './payees/checks.ts'
import { payeesPart } from './payees/own-payees.ts'
import { payeeRoutes } from './payees/routes.ts'
import { plainRequestsCleanup } from './plain/bundles.ts'
import { plainComplaintRoutes } from './plain/complaint.ts'
import { plainRoutes } from './plain/routes.ts'
import { applicationPart } from './requests/account-part.ts'
import { requestMailRoutes } from './requests/request-mail-routes.ts'
import { helpedPart } from './requests/for-others.ts'
import { retentionJob } from './requests/retention.ts'
import { applicationRoutes, forOthersRoutes, ownActRoutes } from './requests/routes.ts'
import { applicationJobs } from './review/jobs.ts'
import { bulkRoutes, queueRoutes } from './review/queue/routes.ts'
import { reasonRoutes } from './review/reasons/routes.ts'
import type { ReadThreads } from './review/review-details.ts'
import { reviewRoutes } from './review/review-routes.ts'

export type Payouts = Payees & Answering

export function createPayouts(
  core: Core,
  provider: PaystackOptions,
  { eraseStory }: Pick<Answering, 'eraseStory'>,
): Payouts {
  const transfers = createPaystackTransfers(provider, () => core.organisation.shown.short_name)
  return { ...core, eraseStory, transfers, banks: createBankList(core, transfers) }
}

/** Takes two people, in this domain. */
export const aidDecisions = (payouts: Payees): readonly DecisionKind[] => [
  awardDecision(payouts),
  releaseDecision(payouts, (disbursementId) => askAboutAccount(payouts, disbursementId)),
  lossDecision(payouts),
  payeeDecision(payouts),
  countDecision(payouts),
  limitsDecision(payouts),
  fundMoveDecision(payouts),
  renewalDecision(payouts),
]

interface AidOptions {
  /** Proves telephone numbers. */
  readonly auth: Auth
  /** The provider of payments lists transfers too. */
  readonly payments: Payments
  /** Signs the provider's question whether a transfer is ours. */
  readonly secretKey: string
  /** The threads of a request in the inbox. */
  readonly readThreads: ReadThreads<CaseThreads>
}

export function aidDomain(payouts: Payouts, { auth, payments, secretKey, readThreads }: AidOptions): Domain {
  const documents = { ...payouts, storage: createStorage(payouts.env) }
  const forms = { ...auth, storage: documents.storage }
  const findBySlip: FindBySlip = (typed) => findRequestBySlip(payouts, typed)
  return {
    routes: [
      forOthersRoutes(documents),
      applicationRoutes(payouts),
      ownActRoutes(payouts),
      plainRoutes(forms),
      plainComplaintRoutes(forms, findBySlip),
      complaintRoutes(payouts, findBySlip),
      requestMailRoutes(payouts),
      reasonRoutes(payouts),
      // An approval that is undone takes its proposed award with it.
      queueRoutes(payouts, withdrawProposedAward),
      bulkRoutes(payouts),
      limitRoutes(payouts),
      reviewRoutes(documents, ofPayouts(payouts), readThreads),
      documentRoutes(documents),
      beneficiaryRoutes(payouts),
      payoutRoutes(payouts),
      fundMoveRoutes(payouts),
      payeeRoutes(payouts),
      transferRoutes(payouts, secretKey),
      new Hono().route(STORAGE_PATH, storageRoutes(documents)),
    ],
    jobs: [
      ...transferJobs(payouts),
      ...comparingJobs({ ...payouts, provider: payments.provider }),
      reminderJob,
      ...documentJobs(documents.storage),
      ...applicationJobs,
      retentionJob({ hasEnded, wasPaid: WAS_PAID }),
      complaintRetention,
      plainRequestsCleanup,
    ],
    // Requests come first: they refer to documents.
    accountParts: [applicationPart, helpedPart, payoutsPart, payeesPart, documentsPart],
  }
}
