/** HTTP for the administrators' lists as CSV. Each export is audited first, with the names of its filters. */
import { adminExportEndpoints } from '../../contract/admin-exports.ts'
import { applicationList } from '../applications/review-list.ts'
import { administering, recordAudit } from '../audit/audit.ts'
import { beneficiaryList } from '../beneficiaries/beneficiaries.ts'
import { contactMessageList } from '../contact/inbox.ts'
import type { Core } from '../lib/core.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { csvOf } from '../lib/lists/csv.ts'
import type { List } from '../lib/lists/list.ts'
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
    const filters = Object.entries(call.query).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    await core.db.transaction((tx) =>
      recordAudit(
        tx,
        { by, action: 'list.exported', subject: 'list', subjectId: name, after: { filters: filters.join(', ') } },
        core.clock.now(),
      ),
    )
    return csvOf(core.db, list, call.query)
  }
  return serveEndpoints(core, adminExportEndpoints, {
    'GET /api/admin/donations.csv': (call) => exportList(call, 'donations', donationList),
    'GET /api/admin/wallet-transactions.csv': (call) => exportList(call, 'wallet-transactions', walletTransactionList),
    'GET /api/admin/contact-messages.csv': (call) => exportList(call, 'contact-messages', contactMessageList),
    'GET /api/admin/beneficiaries.csv': (call) => exportList(call, 'beneficiaries', beneficiaryList),
    'GET /api/admin/applications.csv': (call) => exportList(call, 'applications', applicationList),
    'GET /api/admin/audit-events.csv': (call) => exportList(call, 'audit-events', auditList),
  })
}
