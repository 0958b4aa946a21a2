/** The office: who is staff, messages, and what staff read and export across domains. */
import { MESSAGE_NOT_SENT_PAGE, MESSAGE_SENT_PAGE } from '../../contract/office/contact-pages.ts'
import type { Payments } from '../money/payments/payments.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Domain } from '../platform/domain.ts'
import type { Site } from '../platform/http/site.ts'
import type { DecisionKind } from '../record/two-person/decisions.ts'
import { messagesPart } from './messages/account-part.ts'
import { contactForm } from './messages/form.ts'
import { contactJobs } from './messages/jobs.ts'
import { contactRoutes } from './messages/routes.ts'
import { auditHeads } from './reading/audit-heads.ts'
import { exportRoutes } from './reading/exports.ts'
import { inboxRoutes } from './reading/inbox-routes.ts'
import { paymentDecision } from './reading/payment-decisions.ts'
import { readingAlerts } from './reading/reading-alerts.ts'
import { administrationRoutes } from './reading/routes.ts'
import { walletDecision } from './reading/wallet-decisions.ts'
import { policyPages } from './organisation/policy-pages.ts'
import { publicationDecision } from './organisation/publishing.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { cameBackJob, wordsPart, wordsRoutes } from './organisation/shown-words.ts'
import { eraseEverywhere, storiesJob } from './organisation/stories.ts'
import { invitationDecision } from './team/invitations.ts'
import { workPart } from './team/hand-over.ts'
import { teamJobs } from './team/jobs.ts'
import { roleDecision } from './team/role-changes.ts'
import { teamRoutes } from './team/routes.ts'

/** Recipients who say that something is missing after all take the story of their words with them. */
export const storyOf = (core: Core) => ({
  eraseStory: (tx: Tx, storyId: string, now: Date) =>
    eraseEverywhere(core, tx, { by: 'system', why: 'withdrawn' }, storyId, now),
})

/** Takes two people, in this domain. */
export const officeDecisions = (payments: Payments, hasPages: boolean): readonly DecisionKind[] => [
  paymentDecision(payments),
  walletDecision(payments),
  roleDecision(payments),
  invitationDecision(payments),
  publicationDecision({ ...payments, hasPages }),
]

export const officeDomain = (payments: Payments, site: Site | undefined): Domain => ({
  routes: [
    teamRoutes(payments),
    contactRoutes(payments),
    ...(site ? [writeForm(payments, site)] : []),
    administrationRoutes(payments),
    inboxRoutes(payments),
    exportRoutes(payments),
    policyPages(payments),
    organisationRoutes({ ...payments, hasPages: site !== undefined }),
    wordsRoutes(payments),
  ],
  jobs: [auditHeads, readingAlerts, ...contactJobs, ...teamJobs, storiesJob, cameBackJob],
  accountParts: [workPart, messagesPart, wordsPart(payments)],
})

const writeForm = (payments: Payments, site: Site) =>
  contactForm(payments, { sent: site.template(MESSAGE_SENT_PAGE), notSent: site.template(MESSAGE_NOT_SENT_PAGE) })
