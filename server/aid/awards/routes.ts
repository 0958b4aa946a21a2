/** HTTP for paying out. The rules are in awards.ts, releases.ts, hand-overs.ts, confirmations.ts and cash.ts. */
import { Hono } from 'hono'
import { awardEndpoints, payoutEndpoints } from '../../../contract/aid/payouts.ts'
import { recipientEndpoints } from '../../../contract/aid/recipients.ts'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import { administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { originsOf } from '../../platform/http/origins.ts'
import { askAboutAccount } from './transfers/attempts.ts'
import { readAccountNumber } from './account-numbers.ts'
import { viewAwardById } from './award-views.ts'
import { callRoutes } from './calls.ts'
import { cashCountRoutes } from './cash-counts.ts'
import { cancelAward, grantAward } from './awards.ts'
import { moveCash, readCash } from './cash.ts'
import { answerOwn, answerWithCode, recordAnswer, type Answering } from './confirmations.ts'
import { handOver, proposeLoss, recordReturn } from './hand-overs.ts'
import { listPayouts, readAwardsOf, readPayout, readSlip } from './payouts-list.ts'
import { readOwnWords } from './recipient-words.ts'
import { readOwnAward, readOwnDisbursement } from './recipients.ts'
import { newAwardOf, proposeAward, proposeDisbursement, wayOf } from './proposing.ts'
import { cancelDisbursement, releaseDisbursement } from './releases.ts'
import { releaseMany } from './release-many.ts'
import type { Sending } from './transfers/sending.ts'
import { countersign } from './sole-administrator.ts'

type StaffCall = { readonly caller: Caller; readonly requestId: string }

const approving = (call: StaffCall) => ({ ...administering(call), sessionId: call.caller.sessionId })

export function payoutRoutes(core: Sending & Answering) {
  const routes = new Hono()
  for (const part of [awardRoutes, disbursementRoutes, recipientRoutes, callRoutes, cashCountRoutes])
    routes.route('/', part(core))
  return routes
}

function awardRoutes(core: Core) {
  const view = (call: StaffCall, id: string) => viewAwardById(core, call.caller.userId, id)
  return serveEndpoints(core, awardEndpoints, {
    'GET /api/admin/applications/:id/awards': (call) => readAwardsOf(core, administering(call), call.params.id),
    'POST /api/admin/applications/:id/awards': async (call) => {
      const wanted = { ...newAwardOf(call.body), idempotencyKey: call.idempotencyKey }
      return view(call, await proposeAward(core, administering(call), call.params.id, wanted))
    },
    'POST /api/admin/awards/:id/grant': async (call) => {
      await grantAward(core, approving(call), call.params.id)
      return view(call, call.params.id)
    },
    'POST /api/admin/awards/:id/cancel': async (call) => {
      await cancelAward(core, administering(call), call.params.id, call.body.expected_state)
      return view(call, call.params.id)
    },
    'POST /api/admin/awards/:id/payouts': async (call) => {
      const wanted = { ...wayOf(call.body), amount: call.body.amount, idempotencyKey: call.idempotencyKey }
      await proposeDisbursement(core, administering(call), call.params.id, wanted)
      return view(call, call.params.id)
    },
  })
}

function disbursementRoutes(core: Sending & Answering) {
  const view = (call: StaffCall, id: string) => viewAwardById(core, call.caller.userId, id)
  return serveEndpoints(core, payoutEndpoints, {
    'GET /api/admin/payouts/:id': (call) =>
      readPayout(core, administering(call), call.params.id, call.query.purpose === 'again'),
    'GET /api/admin/payouts': (call) =>
      listPayouts(core, administering(call), hasDuty(call.caller.staffRoles, 'handle_money'), call.query),
    'POST /api/admin/payouts/:id/release': async (call) => {
      const askBank = (id: string) => askAboutAccount(core, id)
      const { awardId } = await releaseDisbursement(core, approving(call), call.params.id, askBank)
      return view(call, awardId)
    },
    'POST /api/admin/releases': async (call) => ({
      rows: await releaseMany(core, approving(call), call.body.payouts),
    }),
    'POST /api/admin/payouts/:id/countersign': async (call) =>
      view(call, await countersign(core, administering(call), call.params.id)),
    'POST /api/admin/payouts/:id/cancel': async (call) => {
      const { expected_state: expected, unpaid = false } = call.body
      return view(call, await cancelDisbursement(core, administering(call), call.params.id, { expected, unpaid }))
    },
    'GET /api/admin/payouts/:id/slip': (call) => readSlip(core, administering(call), call.params.id),
    'GET /api/admin/payouts/:id/account': (call) => readAccountNumber(core, administering(call), call.params.id),
    'POST /api/admin/payouts/:id/handed-over': async (call) => {
      const { amount, on, evidence, holder = null } = call.body
      const told = { amount, on, evidence, holder, origins: originsOf(core, call.header('host')) }
      return view(call, await handOver(core, administering(call), call.params.id, told))
    },
    'POST /api/admin/payouts/:id/returned': async (call) => {
      const { amount, on, expected_state: state, expected_returned: returned = 0n } = call.body
      const back = { amount, on, expected: { state, returned } }
      return view(call, await recordReturn(core, administering(call), call.params.id, back))
    },
    'POST /api/admin/payouts/:id/lost': async (call) => {
      const { reason, expected_state: expected } = call.body
      return view(call, await proposeLoss(core, administering(call), call.params.id, { reason, expected }))
    },
    'POST /api/admin/payouts/:id/confirmation': (call) =>
      recordAnswer(core, administering(call), call.params.id, call.body),
    'GET /api/admin/cash': async (call) => ({ items: await readCash(core, call.caller.userId) }),
    'POST /api/admin/cash': (call) => {
      const { expected_held: expectedHeld, ...movement } = call.body
      return moveCash(core, administering(call), { ...movement, expectedHeld, idempotencyKey: call.idempotencyKey })
    },
  })
}

function recipientRoutes(core: Answering) {
  return serveEndpoints(core, recipientEndpoints, {
    'GET /api/applications/:id/award': ({ caller, params }) => readOwnAward(core, caller.userId, params.id),
    'POST /api/payouts/:id/confirmation': async ({ caller, params, body }) => {
      await answerOwn(core, caller.userId, params.id, body.answer)
      return readOwnDisbursement(core, params.id)
    },
    'POST /api/confirmations': async ({ body: { slip, code, answer } }) => {
      const answered = await answerWithCode(core, { slip, code }, answer)
      const words = (await readOwnWords(core.db, [answered.id])).get(answered.id) ?? null
      return { slip: answered.slip, answer, answered_at: answered.answeredAt, words }
    },
  })
}
