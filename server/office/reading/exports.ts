/** HTTP for the administrators' lists as CSV. Each export is audited first, with its filters by name and its rows. */
import { adminExportEndpoints } from '../../../contract/office/admin-exports.ts'
import { TOTAL_MAX } from '../../../contract/platform/admin-fields.ts'
import { asPayoutsRead, payoutList } from '../../aid/awards/payouts-csv.ts'
import { applicationList, asRead } from '../../aid/review/review-list.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'
import { namesOfFilters } from '../../record/audit/lists.ts'
import { bankLineList } from '../../money/bank/lines.ts'
import { beneficiaryList } from '../../aid/applicants/beneficiaries.ts'
import { contactMessageList } from '../messages/inbox.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { csvOf } from '../../platform/lists/csv.ts'
import { countListed, type List } from '../../platform/lists/list.ts'
import { auditList } from './audit-events.ts'
import { donationList } from './donations.ts'
import { walletTransactionList } from './wallet-transactions.ts'

type ExportCall<Filters> = Parameters<typeof administering>[0] & { query: Filters }

export function exportRoutes(core: Core) {
  async function exportList<Row, Filters extends object>(
    call: ExportCall<Filters>,
    name: string,
    list: List<Row, Filters>,
  ) {
    const by = administering(call)
    const total = await countListed(core, list, call.query)
    const after = { filters: namesOfFilters(call.query), rows: typeof total === 'number' ? total : TOTAL_MAX + 1 }
    await recordAudit(
      core.db,
      { by, action: 'list.exported', subject: 'list', subjectId: name, after },
      core.clock.now(),
    )
    return csvOf(core.db, list, call.query)
  }
  return serveEndpoints(core, adminExportEndpoints, {
    'GET /api/admin/donations.csv': (call) => exportList(call, 'donations', donationList),
    'GET /api/admin/payouts.csv': async (call) =>
      exportList({ ...call, query: await asPayoutsRead(core, call.caller, call.query) }, 'payouts', payoutList),
    'GET /api/admin/wallet-transactions.csv': (call) => exportList(call, 'wallet-transactions', walletTransactionList),
    'GET /api/admin/bank-lines.csv': (call) => exportList(call, 'bank-lines', bankLineList),
    'GET /api/admin/contact-messages.csv': (call) => exportList(call, 'contact-messages', contactMessageList),
    'GET /api/admin/beneficiaries.csv': (call) => exportList(call, 'beneficiaries', beneficiaryList),
    'GET /api/admin/applications.csv': (call) => {
      const reading = { userId: call.caller.userId, now: core.clock.now() }
      return exportList({ ...call, query: asRead(call.query, reading) }, 'applications', applicationList)
    },
    'GET /api/admin/audit-events.csv': (call) => exportList(call, 'audit-events', auditList),
  })
}
