/** HTTP for the inbox. The rules live in server/office/messages. */
import { inboxEndpoints } from '../../../contract/office/inbox.ts'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import { administering } from '../../record/audit/audit.ts'
import { countAskedCalls } from '../../aid/awards/calls.ts'
import { countWaitingWords } from '../../aid/awards/recipient-words.ts'
import { countDoubts } from '../../aid/applicants/number-doubt.ts'
import { countOpenComplaints } from '../../aid/complaints/readers.ts'
import { countUnanswered, listMessages, readMessage, setMessageState } from '../messages/inbox.ts'
import { assignMessage } from '../messages/owners.ts'
import { sendReply } from '../messages/replies.ts'
import { linkMessage, writeToApplicant } from '../messages/threads.ts'
import { takeBackReply } from '../messages/waiting-replies.ts'
import type { Core } from '../../platform/core.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'

/** Counts for each list only where the caller's roles have it. */
async function countForRail(core: Core, { userId, staffRoles }: Caller) {
  const [messages, calls, complaints, words, numbers] = await Promise.all([
    hasDuty(staffRoles, 'see_requests') ? countUnanswered(core) : { unanswered: 0, unread: 0 },
    hasDuty(staffRoles, 'call_recipients') ? countAskedCalls(core, userId) : 0,
    hasDuty(staffRoles, 'administer') ? countOpenComplaints(core, core.db, userId) : 0,
    hasDuty(staffRoles, 'administer') ? countWaitingWords(core, userId) : 0,
    hasDuty(staffRoles, 'decide_requests') ? countDoubts(core) : 0,
  ])
  return { ...messages, calls, complaints, words, numbers }
}

/** By someone who has it open. */
const CHANGED = { isAgain: true, isAnswering: true }

export function inboxRoutes(core: Core) {
  return serveEndpoints(core, inboxEndpoints, {
    'GET /api/admin/inbox': ({ caller }) => countForRail(core, caller),
    'GET /api/admin/contact-messages': (call) => listMessages(core, administering(call), call.query),
    'GET /api/admin/contact-messages/:id': (call) =>
      readMessage(core, administering(call), call.params.id, {
        isAgain: call.query.purpose === 'again',
        isAnswering: hasDuty(call.caller.staffRoles, 'decide_requests'),
      }),
    'PUT /api/admin/contact-messages/:id/owner': async (call) => {
      await assignMessage(core, administering(call), call.params.id, call.body.to)
      return readMessage(core, administering(call), call.params.id, CHANGED)
    },
    'PATCH /api/admin/contact-messages/:id': (call) =>
      setMessageState(core, administering(call), call.params.id, {
        state: call.body.state,
        expectedReplies: call.body.expected_replies,
      }),
    'POST /api/admin/contact-messages/:id/replies': async (call) => {
      const { text, channel, expected_replies: expectedReplies } = call.body
      return { replies: await sendReply(core, administering(call), call.params.id, { text, channel, expectedReplies }) }
    },
    'PUT /api/admin/contact-messages/:id/case': async (call) => {
      await linkMessage(core, administering(call), call.params.id, call.body.case_number)
      return readMessage(core, administering(call), call.params.id, CHANGED)
    },
    'POST /api/admin/applications/:id/messages': (call) =>
      writeToApplicant(core, administering(call), call.params.id, call.body),
    'POST /api/admin/contact-replies/:id/undoing': (call) => takeBackReply(core, administering(call), call.params.id),
  })
}
