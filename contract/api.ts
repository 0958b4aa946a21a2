/** The whole API: the declarations of all features, by method and path. */
import { accountEndpoints } from './account.ts'
import { bankEndpoints } from './bank.ts'
import { beneficiaryEndpoints, reviewEndpoints } from './admin.ts'
import { adminExportEndpoints } from './admin-exports.ts'
import { adminReportEndpoints } from './admin-reports.ts'
import { applicationEndpoints } from './applications.ts'
import { auditEndpoints } from './audit.ts'
import { bulkEndpoints } from './bulk.ts'
import { claimEndpoints } from './claims.ts'
import { contactEndpoints } from './contact.ts'
import { differenceEndpoints } from './differences.ts'
import { documentEndpoints } from './documents.ts'
import { donationEndpoints } from './donations.ts'
import type { Endpoints } from './endpoint.ts'
import { failureEndpoints } from './failures.ts'
import { limitEndpoints } from './limits.ts'
import { inboundMailEndpoints } from './inbound-mail.ts'
import { inboxEndpoints } from './inbox.ts'
import { intakeEndpoints } from './intake.ts'
import { messageEndpoints } from './messages.ts'
import { matchingEndpoints } from './matching.ts'
import { noteEndpoints } from './notes.ts'
import { payeeEndpoints } from './payees.ts'
import { paymentEndpoints } from './payments.ts'
import { callEndpoints } from './calls.ts'
import { cashCountEndpoints } from './cash-counts.ts'
import { awardEndpoints, disbursementEndpoints } from './payouts.ts'
import { recipientEndpoints } from './recipients.ts'
import { profileEndpoints } from './profiles.ts'
import { proofEndpoints } from './proof-endpoints.ts'
import { queueEndpoints } from './queue.ts'
import { reasonTemplateEndpoints } from './reason-templates.ts'
import { requestMailEndpoints } from './request-mail.ts'
import { mergeEndpoints } from './merges.ts'
import { roleChangeEndpoints } from './role-changes.ts'
import { invitationEndpoints } from './invitations.ts'
import { tagEndpoints } from './tags.ts'
import { teamEndpoints } from './team.ts'
import { sampleEndpoints } from './samples.ts'
import { statsEndpoints } from './stats.ts'
import { systemEndpoints } from './system.ts'
import { transferEndpoints } from './transfers.ts'
import { walletEndpoints } from './wallet.ts'
import { walletDecisionEndpoints } from './wallet-decisions.ts'

/** Routes, OpenAPI document, typed client and fuzzer use this. The auth and storage protocols have separate tables. */
export const api = {
  ...systemEndpoints,
  ...paymentEndpoints,
  ...donationEndpoints,
  ...walletEndpoints,
  ...statsEndpoints,
  ...failureEndpoints,
  ...proofEndpoints,
  ...sampleEndpoints,
  ...contactEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...documentEndpoints,
  ...applicationEndpoints,
  ...requestMailEndpoints,
  ...beneficiaryEndpoints,
  ...mergeEndpoints,
  ...claimEndpoints,
  ...reviewEndpoints,
  ...intakeEndpoints,
  ...noteEndpoints,
  ...queueEndpoints,
  ...reasonTemplateEndpoints,
  ...bulkEndpoints,
  ...tagEndpoints,
  ...callEndpoints,
  ...cashCountEndpoints,
  ...awardEndpoints,
  ...disbursementEndpoints,
  ...recipientEndpoints,
  ...transferEndpoints,
  ...payeeEndpoints,
  ...limitEndpoints,
  ...auditEndpoints,
  ...roleChangeEndpoints,
  ...teamEndpoints,
  ...invitationEndpoints,
  ...adminReportEndpoints,
  ...inboxEndpoints,
  ...messageEndpoints,
  ...inboundMailEndpoints,
  ...walletDecisionEndpoints,
  ...matchingEndpoints,
  ...differenceEndpoints,
  ...bankEndpoints,
  ...adminExportEndpoints,
} as const satisfies Endpoints

/** For the browser, which imports only the type: it loads no schemas. */
export type Api = typeof api
