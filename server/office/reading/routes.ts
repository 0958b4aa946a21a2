/** HTTP for reading across domains, and for proposals about payments and wallets. The rules are in the other files here. */
import { walletDecisionEndpoints } from '../../../contract/money/wallet-decisions.ts'
import { adminReportEndpoints } from '../../../contract/office/admin-reports.ts'
import { searchEndpoints } from '../../../contract/office/search.ts'
import { auditEndpoints } from '../../../contract/record/audit.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'
import { readAuditedPage } from '../../record/audit/lists.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import type { Payments } from '../../money/payments/payments.ts'
import { readFunds } from '../../proof/books/stats.ts'
import { listActors, listAuditEvents } from './audit-events.ts'
import { readBooks } from './books.ts'
import { searchDesk } from './desk-search.ts'
import { donationList, getDonation } from './donations.ts'
import { readMonth } from './month.ts'
import { readOverview } from './overview.ts'
import { proposeDecision } from './payment-decisions.ts'
import { proposeWalletDecision } from './wallet-decisions.ts'
import { walletTransactionList } from './wallet-transactions.ts'

export function administrationRoutes(payments: Payments) {
  return serveEndpoints(
    payments,
    { ...adminReportEndpoints, ...walletDecisionEndpoints, ...auditEndpoints, ...searchEndpoints },
    {
      'GET /api/admin/audit-events': ({ query }) => listAuditEvents(payments, query, query),
      'GET /api/admin/audit-events/actors': async () => ({ items: await listActors(payments) }),
      'GET /api/admin/search': (call) => searchDesk(payments, call, call.query.search),
      'GET /api/admin/overview': ({ caller }) => readOverview(payments, caller.userId),
      'GET /api/admin/overview/month': ({ caller, query }) => readMonth(payments, caller.userId, query.month),
      'GET /api/admin/donations': (call) =>
        readAuditedPage(payments, administering(call), 'donations', donationList, call.query),
      'GET /api/admin/donations/summary': async () => {
        const funds = await readFunds(payments.db)
        return {
          total_donations: Number(funds.reduce((sum, { gifts }) => sum + gifts, 0n)),
          total_amount: funds.reduce((sum, { amount }) => sum + amount, 0n),
        }
      },
      'GET /api/admin/donations/:id': async (call) => {
        const donation = await getDonation(payments, call.params.id)
        const read = { action: 'donation.read', subject: 'donation', subjectId: donation.id } as const
        await recordAudit(payments.db, { by: administering(call), ...read }, payments.clock.now())
        return donation
      },
      'GET /api/admin/wallet-transactions': (call) =>
        readAuditedPage(payments, administering(call), 'wallet-transactions', walletTransactionList, call.query),
      'GET /api/admin/books': (call) => readBooks(payments, administering(call)),
      'POST /api/admin/books/decisions': (call) => {
        const { payment: reference, action, reason } = call.body
        return proposeDecision(payments, administering(call), { reference, action, reason })
      },
      'POST /api/admin/books/wallet-decisions': (call) =>
        proposeWalletDecision(payments, administering(call), call.body),
    },
  )
}
