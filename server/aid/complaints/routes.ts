/** HTTP for complaints. The rules are in complaints.ts, who reads which in readers.ts. */
import { complaintEndpoints } from '../../../contract/aid/complaints.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { acknowledge, answerComplaint, listComplaints, readStanding, receiveComplaint } from './complaints.ts'
import { readFocalPerson } from './readers.ts'

export function complaintRoutes(core: Core) {
  return serveEndpoints(core, complaintEndpoints, {
    'GET /api/complaints/focal-person': async () => ({
      full_name: (await readFocalPerson(core, core.db))?.full_name ?? null,
    }),
    'POST /api/complaints': async ({ body, idempotencyKey }) => {
      const said = { ...body, contact: body.contact || null, channel: 'page', enteredBy: null } as const
      return { code: await receiveComplaint(core, said, idempotencyKey) }
    },
    'POST /api/complaints/standing': ({ body }) => readStanding(core, body.code),
    'GET /api/admin/complaints': ({ caller }) => listComplaints(core, caller.userId),
    'POST /api/admin/complaints': async ({ body, caller, idempotencyKey }) => {
      const said = { ...body, contact: body.contact || null, enteredBy: caller.userId }
      return { code: await receiveComplaint(core, said, idempotencyKey) }
    },
    'POST /api/admin/complaints/:id/acknowledgement': ({ caller, params }) =>
      acknowledge(core, caller.userId, params.id),
    'POST /api/admin/complaints/:id/answer': ({ body, caller, params }) =>
      answerComplaint(core, caller.userId, params.id, body.text),
  })
}
