/** The record: profiles, the audit, and the rules of what two people decide. */
import type { Core } from '../platform/core.ts'
import type { Domain } from '../platform/domain.ts'
import { auditJobs } from './audit/chain.ts'
import { profilePart } from './profiles/account-part.ts'
import { profileRoutes } from './profiles/routes.ts'
import type { DecisionKind } from './two-person/decisions.ts'
import { decisionRoutes } from './two-person/routes.ts'

/** @param kinds every kind of decision that takes two people */
export const recordDomain = (core: Core, kinds: readonly DecisionKind[]): Domain => ({
  routes: [profileRoutes(core), decisionRoutes(core, kinds)],
  jobs: auditJobs,
  accountParts: [profilePart],
})
