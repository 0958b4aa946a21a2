/** HTTP for complaints. The rules are in complaints.ts, who reads which in readers.ts. */
import { and, eq } from 'drizzle-orm'
import { complaintEndpoints } from '../../../contract/aid/complaints.ts'
import type { Core } from '../../platform/core.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { administering } from '../../record/audit/audit.ts'
import { requireImpartial } from '../requests/impartial.ts'
import { aidApplications } from '../requests/schema.ts'
import {
  acknowledge,
  answerComplaint,
  endHoldOf,
  findRequest,
  holdBecause,
  listComplaints,
  readStanding,
  receiveComplaint,
  renewHoldOf,
} from './complaints.ts'
import { readFocalPerson } from './readers.ts'

/** Finds the request of a slip by its number and code. A wrong code uses up a try. @throws AppError `code_not_accepted` */
export type FindBySlip = (typed: { slip: string; code: string }) => Promise<string>

export function complaintRoutes(core: Core, findBySlip: FindBySlip) {
  return serveEndpoints(core, complaintEndpoints, {
    'GET /api/complaints/focal-person': async () => ({
      full_name: (await readFocalPerson(core, core.db))?.full_name ?? null,
    }),
    'POST /api/complaints': async ({ body: { slip, ...body }, idempotencyKey }) => {
      const request = slip && {
        id: await findBySlip({ slip: slip.number, code: slip.code }),
        byRecipient: true,
      }
      const said = { ...body, contact: body.contact || null, channel: 'page', enteredBy: null, request } as const
      return receiveComplaint(core, said, idempotencyKey)
    },
    'POST /api/applications/:id/complaints': async ({ body, caller, params, idempotencyKey }) => {
      const mine = and(eq(aidApplications.id, params.id), eq(aidApplications.userId, caller.userId))
      if ((await core.db.$count(aidApplications, mine)) === 0) throw new AppError('not_found')
      const request = { id: params.id, byRecipient: true }
      const said = { ...body, contact: null, channel: 'page', enteredBy: null, request } as const
      return receiveComplaint(core, said, idempotencyKey)
    },
    'POST /api/complaints/standing': ({ body }) => readStanding(core, body.code),
    'GET /api/admin/complaints': ({ caller, query }) =>
      listComplaints(core, caller.userId, { view: query.view, after: query.after }),
    'POST /api/admin/complaints': async ({ body, caller, idempotencyKey }) => {
      const { case_number: typed, called_back: byRecipient, ...content } = body
      const id = typed ? await findRequest(core.db, typed) : undefined
      if (id !== undefined && byRecipient) await requireImpartial(core.db, id, caller.userId)
      if (id === undefined && byRecipient) throw refusedField('case_number', NO_NUMBER)
      const request = id === undefined ? undefined : { id, byRecipient }
      const said = { ...content, contact: content.contact || null, enteredBy: caller.userId, request }
      return receiveComplaint(core, said, idempotencyKey)
    },
    'POST /api/admin/complaints/:id/acknowledgement': (call) => acknowledge(core, administering(call), call.params.id),
    'POST /api/admin/complaints/:id/answer': (call) =>
      answerComplaint(core, administering(call), call.params.id, call.body.text),
    'POST /api/admin/complaints/:id/hold': (call) => {
      const { case_number: caseNumber, reason } = call.body
      return holdBecause(core, administering(call), call.params.id, { caseNumber, reason })
    },
    'POST /api/admin/complaints/:id/hold/end': (call) => endHoldOf(core, administering(call), call.params.id),
    'POST /api/admin/complaints/:id/hold/renewal': (call) =>
      renewHoldOf(core, administering(call), call.params.id, call.body.reason),
  })
}

const NO_NUMBER = 'Enter the number of the request that they received something for.'
