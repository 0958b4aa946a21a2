/** The record: profiles, the audit, and the rules of what two people decide. */
import type { Core } from '../platform/core.ts'
import type { Domain } from '../platform/domain.ts'
import { auditJobs } from './audit/chain.ts'
import { profilePart } from './profiles/account-part.ts'
import { profileRoutes } from './profiles/routes.ts'

export const recordDomain = (core: Core): Domain => ({
  routes: [profileRoutes(core)],
  jobs: auditJobs,
  accountParts: [profilePart],
})
