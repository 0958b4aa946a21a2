/** The whole API: the declarations of all features, by method and path. */
import { accountEndpoints } from './people/account.ts'
import { bankEndpoints } from './money/bank.ts'
import { beneficiaryEndpoints, reviewEndpoints } from './aid/admin.ts'
import { adminExportEndpoints } from './office/admin-exports.ts'
import { adminReportEndpoints } from './office/admin-reports.ts'
import { enteredAppealEndpoints, ownAppealEndpoints } from './aid/appeals.ts'
import { complaintEndpoints } from './aid/complaints.ts'
import { applicationEndpoints, ownActEndpoints, withdrawalEndpoints } from './aid/applications.ts'
import { auditEndpoints } from './record/audit.ts'
import { bulkEndpoints } from './aid/bulk.ts'
import { claimEndpoints } from './aid/claims.ts'
import { forOthersEndpoints } from './aid/for-others.ts'
import { openingEndpoints } from './aid/openings.ts'
import { contactEndpoints } from './office/contact.ts'
import { decisionEndpoints } from './people/decisions.ts'
import { differenceEndpoints } from './money/differences.ts'
import { documentEndpoints } from './aid/documents.ts'
import { donationEndpoints } from './money/donations.ts'
import type { Endpoints } from './platform/endpoint.ts'
import { fundEndpoints } from './money/fund-changes.ts'
import { fundMoveEndpoints } from './money/fund-moves.ts'
import { failureEndpoints } from './proof/failures.ts'
import { limitEndpoints } from './aid/limits.ts'
import { inboxEndpoints } from './office/inbox.ts'
import { intakeEndpoints } from './aid/intake.ts'
import { messageEndpoints } from './office/messages.ts'
import { matchingEndpoints } from './money/matching.ts'
import { monthEndpoints } from './money/months.ts'
import { noteEndpoints } from './aid/notes.ts'
import { payeeEndpoints } from './aid/payees.ts'
import { paymentEndpoints } from './money/payments.ts'
import { callEndpoints } from './aid/calls.ts'
import { cashCountEndpoints } from './aid/cash-counts.ts'
import { awardEndpoints, payoutEndpoints } from './aid/payouts.ts'
import { recipientEndpoints } from './aid/recipients.ts'
import { profileEndpoints } from './record/profiles.ts'
import { proofEndpoints } from './proof/proof-endpoints.ts'
import { queueEndpoints } from './aid/queue.ts'
import { reasonTemplateEndpoints } from './aid/reason-templates.ts'
import { recipientWordsEndpoints } from './office/recipient-words.ts'
import { requestMailEndpoints } from './aid/request-mail.ts'
import { roleChangeEndpoints } from './office/role-changes.ts'
import { invitationEndpoints } from './office/invitations.ts'
import { searchEndpoints } from './office/search.ts'
import { tagEndpoints } from './aid/tags.ts'
import { organisationEndpoints } from './office/organisation.ts'
import { teamEndpoints } from './office/team.ts'
import { statsEndpoints } from './proof/stats.ts'
import { systemEndpoints } from './platform/system.ts'
import { textWebhookEndpoints } from './platform/text-webhooks.ts'
import { transferEndpoints } from './aid/transfers.ts'
import { walletEndpoints } from './money/wallet.ts'
import { walletDecisionEndpoints } from './money/wallet-decisions.ts'

/** Routes, OpenAPI document, typed client and fuzzer use this. The auth and storage protocols have separate tables. */
export const api = {
  ...systemEndpoints,
  ...textWebhookEndpoints,
  ...paymentEndpoints,
  ...donationEndpoints,
  ...walletEndpoints,
  ...statsEndpoints,
  ...failureEndpoints,
  ...proofEndpoints,
  ...contactEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...documentEndpoints,
  // Before `/api/applications/:id`, whose id its name would be.
  ...forOthersEndpoints,
  ...applicationEndpoints,
  ...ownAppealEndpoints,
  ...ownActEndpoints,
  ...withdrawalEndpoints,
  ...enteredAppealEndpoints,
  ...complaintEndpoints,
  ...requestMailEndpoints,
  ...beneficiaryEndpoints,
  ...claimEndpoints,
  ...openingEndpoints,
  ...reviewEndpoints,
  ...intakeEndpoints,
  ...noteEndpoints,
  ...queueEndpoints,
  ...reasonTemplateEndpoints,
  ...bulkEndpoints,
  ...tagEndpoints,
  ...callEndpoints,
  ...searchEndpoints,
  ...cashCountEndpoints,
  ...decisionEndpoints,
  ...awardEndpoints,
  ...payoutEndpoints,
  ...recipientEndpoints,
  ...recipientWordsEndpoints,
  ...transferEndpoints,
  ...payeeEndpoints,
  ...limitEndpoints,
  ...fundEndpoints,
  ...fundMoveEndpoints,
  ...auditEndpoints,
  ...roleChangeEndpoints,
  ...organisationEndpoints,
  ...teamEndpoints,
  ...invitationEndpoints,
  ...adminReportEndpoints,
  ...inboxEndpoints,
  ...messageEndpoints,
  ...walletDecisionEndpoints,
  ...matchingEndpoints,
  ...monthEndpoints,
  ...differenceEndpoints,
  ...bankEndpoints,
  ...adminExportEndpoints,
} as const satisfies Endpoints

/** For the browser, which imports only the type: it loads no schemas. */
export type Api = typeof api
