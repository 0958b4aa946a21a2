/** HTTP for bank statements, and the job that keeps their matches up to date. */
import { bankEndpoints } from '../../../contract/money/bank.ts'
import { administering } from '../../record/audit/audit.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import type { Job } from '../../platform/jobs.ts'
import { bookBalanceTopUps } from './balance-top-ups.ts'
import { recordGaps } from './gaps.ts'
import { listLines } from './lines.ts'
import { lockBank, matchAutomatically, matchByHand, undoMatch } from './match-lines.ts'
import { removeStatement } from './removals.ts'
import { listStatements } from './statement-list.ts'
import { previewStatement, readBank, saveStatement } from './statements.ts'

/** A settlement may be booked after the statement that shows it was uploaded. */
export function bankJobs({ db, clock }: Core): Job[] {
  const run = () =>
    db.transaction(async (tx) => {
      await lockBank(tx)
      await matchAutomatically(tx, clock.now())
      await bookBalanceTopUps(tx, clock.now())
      await recordGaps(tx, clock.now())
    })
  return [{ name: 'bank.match', everyMilliseconds: hours(1), run }]
}

export function bankRoutes(core: Core) {
  return serveEndpoints(core, bankEndpoints, {
    'GET /api/admin/books/bank': (call) => readBank(core, administering(call)),
    'POST /api/admin/books/bank/preview': (call) => previewStatement(core, call.body),
    'POST /api/admin/books/bank/statements': (call) => saveStatement(core, administering(call), call.body),
    'POST /api/admin/books/bank/statements/:id/removal': (call) =>
      removeStatement(core, administering(call), call.params.id, call.body.reason),
    'GET /api/admin/bank-statements': (call) => listStatements(core, call.caller.userId, call.query),
    'GET /api/admin/bank-lines': (call) => listLines(core, administering(call), call.query),
    'POST /api/admin/books/bank/lines/:id/match': (call) =>
      matchByHand(core, administering(call), call.params.id, call.body.entries),
    'DELETE /api/admin/books/bank/lines/:id/match': (call) => undoMatch(core, administering(call), call.params.id),
  })
}
