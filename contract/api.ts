/** The whole API: every feature's declarations under their method and path. */
import { accountEndpoints } from './account.ts'
import { beneficiaryEndpoints, reviewEndpoints } from './admin.ts'
import { adminExportEndpoints } from './admin-exports.ts'
import { adminReportEndpoints } from './admin-reports.ts'
import { applicationEndpoints } from './applications.ts'
import { auditEndpoints } from './audit.ts'
import { contactEndpoints } from './contact.ts'
import { documentEndpoints } from './documents.ts'
import { donationEndpoints } from './donations.ts'
import type { Endpoints } from './endpoint.ts'
import { paymentEndpoints } from './payments.ts'
import { profileEndpoints } from './profiles.ts'
import { roleChangeEndpoints } from './role-changes.ts'
import { statsEndpoints } from './stats.ts'
import { systemEndpoints } from './system.ts'
import { walletEndpoints } from './wallet.ts'

/** Routes, OpenAPI, the typed client and the fuzzer come from this. Accounts and storage speak protocols with tables of their own. */
export const api = {
  ...systemEndpoints,
  ...paymentEndpoints,
  ...donationEndpoints,
  ...walletEndpoints,
  ...statsEndpoints,
  ...contactEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...documentEndpoints,
  ...applicationEndpoints,
  ...beneficiaryEndpoints,
  ...reviewEndpoints,
  ...auditEndpoints,
  ...roleChangeEndpoints,
  ...adminReportEndpoints,
  ...adminExportEndpoints,
} as const satisfies Endpoints

/** For the browser, which takes the types alone: no schema travels. */
export type Api = typeof api
