/** HTTP for the administrators' lists as CSV. Each that is taken away stands in the audit, with the names of its filters. */
import { adminExportEndpoints } from '../../contract/admin-exports.ts'
import { administering, recordAudit } from '../audit/audit.ts'
import { contactMessagesCsv } from '../contact/inbox.ts'
import type { Core } from '../lib/core.ts'
import { csvOf, type CsvList } from '../lib/csv.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { donationsCsv } from './donations.ts'
import { applicationsCsv, auditEventsCsv, beneficiariesCsv } from './people-csv.ts'
import { walletTransactionsCsv } from './wallet-transactions.ts'

type ExportCall = Parameters<typeof administering>[0] & { query: object }

export function exportRoutes(core: Core) {
  /** The audit first: what is taken away without a trace would be the worst of both. */
  async function take(call: ExportCall, name: string, list: CsvList) {
    const by = administering(call)
    const filters = Object.entries(call.query).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    await core.db.transaction((tx) =>
      recordAudit(
        tx,
        { by, action: 'list.exported', subject: 'list', subjectId: name, after: { filters: filters.join(', ') } },
        core.clock.now(),
      ),
    )
    return csvOf(core.db, list)
  }
  return serveEndpoints(core, adminExportEndpoints, {
    'GET /api/admin/donations.csv': (call) => take(call, 'donations', donationsCsv(call.query)),
    'GET /api/admin/wallet-transactions.csv': (call) =>
      take(call, 'wallet-transactions', walletTransactionsCsv(call.query)),
    'GET /api/admin/contact-messages.csv': (call) => take(call, 'contact-messages', contactMessagesCsv(call.query)),
    'GET /api/admin/beneficiaries.csv': (call) => take(call, 'beneficiaries', beneficiariesCsv(call.query)),
    'GET /api/admin/applications.csv': (call) => take(call, 'applications', applicationsCsv(call.query)),
    'GET /api/admin/audit-events.csv': (call) => take(call, 'audit-events', auditEventsCsv(call.query)),
  })
}
