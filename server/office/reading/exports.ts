/** HTTP for the administrators' lists as CSV, and the books of a month as files. Each export is audited first, with its filters by name and its rows. */
import { adminExportEndpoints } from '../../../contract/office/admin-exports.ts'
import { TOTAL_MAX } from '../../../contract/platform/admin-fields.ts'
import { asPayoutsRead, payoutList } from '../../aid/awards/payouts-csv.ts'
import { applicationList, asRead } from '../../aid/review/review-list.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'
import { namesOfFilters } from '../../record/audit/lists.ts'
import { bankLineList } from '../../money/bank/lines.ts'
import { beneficiaryList } from '../../aid/applicants/beneficiaries.ts'
import { contactMessageList } from '../messages/inbox.ts'
import { countJournal, journalCsv, journalLedger } from '../../money/months/journal.ts'
import { linesOf, statementCsv, trialBalanceCsv } from '../../money/months/month-files.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import { getMonth } from '../../money/months/months.ts'
import { fundTitlesOver } from '../../money/funds/funds.ts'
import { statementPdf } from '../../money/months/statement-pdf.ts'
import type { Core } from '../../platform/core.ts'
import { controllerNameAt } from '../../platform/organisation.ts'
import { testMoneyLines } from '../../platform/test-money.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { csvOf } from '../../platform/lists/csv.ts'
import { countListed, type List } from '../../platform/lists/list.ts'
import { auditList } from './audit-events.ts'
import { donationList } from './donations.ts'
import { walletTransactionList } from './wallet-transactions.ts'

type ExportCall<Filters> = Parameters<typeof administering>[0] & { query: Filters }
type MonthCall = ExportCall<{ readonly month?: string | undefined }>
type ReadMonth = Awaited<ReturnType<typeof getMonth>>

// eslint-disable-next-line @typescript-eslint/require-await -- one piece of a stream
async function* inOnePiece(text: string): AsyncGenerator<string, void> {
  yield text
}

export function exportRoutes(core: Core) {
  async function exportList<Row, Filters extends object>(
    call: ExportCall<Filters>,
    name: string,
    list: List<Row, Filters>,
  ) {
    const total = await countListed(core, list, call.query)
    await recordExport(call, name, typeof total === 'number' ? total : TOTAL_MAX + 1)
    return csvOf(core.read, list, call.query)
  }
  const recordExport = (call: ExportCall<object>, name: string, rows: number) => {
    const exported = { action: 'list.exported', subject: 'list', subjectId: name } as const
    const after = { filters: namesOfFilters(call.query), rows }
    return recordAudit(core.db, { by: administering(call), ...exported, after }, core.clock.now())
  }
  const monthIn = (call: MonthCall) =>
    getMonth(core.db, call.query.month ?? monthInLagos(core.clock.now()), core.clock.now())
  const exportStatement = async (
    call: MonthCall,
    name: string,
    write: (read: ReadMonth) => string | Promise<string>,
  ) => {
    const read = await monthIn(call)
    await recordExport(call, name, linesOf(read.statement).length)
    return inOnePiece(await write(read))
  }
  const exportJournal = async (call: MonthCall, name: string, write: typeof journalCsv) => {
    const { month } = (await monthIn(call)).statement
    await recordExport(call, name, await countJournal(core.db, month))
    return write(core.db, month)
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
    'GET /api/admin/month-statement.csv': (call) =>
      exportStatement(call, 'month-statement', ({ statement, closed }) =>
        statementCsv(statement, closed ? 'closed' : 'open'),
      ),
    'GET /api/admin/month-statement.pdf': async (call) => {
      const titlesAt = await fundTitlesOver(core.db)
      return exportStatement(call, 'month-statement', async ({ statement, digest, closed }) => {
        const closedAt = closed?.closedAt ?? null
        const moment = closedAt ?? core.clock.now()
        const [titleOf, of] = [titlesAt(moment), await controllerNameAt(core.db, core.env, moment)]
        return statementPdf({ statement, digest, closedAt, of, notes: testMoneyLines(core.env), titleOf })
      })
    },
    'GET /api/admin/trial-balance.csv': (call) =>
      exportStatement(call, 'trial-balance', ({ statement }) => trialBalanceCsv(statement)),
    'GET /api/admin/journal.csv': (call) => exportJournal(call, 'journal', journalCsv),
    'GET /api/admin/journal.ledger': (call) => exportJournal(call, 'journal', journalLedger),
  })
}
