/** HTTP for requests for aid. The rules are in applications.ts and statuses.ts. */
import { ownAppealEndpoints } from '../../../contract/aid/appeals.ts'
import { applicationEndpoints, ownActEndpoints } from '../../../contract/aid/applications.ts'
import { forOthersEndpoints } from '../../../contract/aid/for-others.ts'
import type { Core } from '../../platform/core.ts'
import type { Documents } from '../documents/documents.ts'
import { originsOf } from '../../platform/http/origins.ts'
import { newSendingTicket } from '../../people/sign-in/sending-tickets.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { appealAsApplicant, readOwnAppeals } from './appeals.ts'
import { toDocumentRow, readDocuments, type AttachedDocument } from './application-documents.ts'
import { answerPapers, readPaperRequests, readUndecidedPaperRequests } from './papers.ts'
import {
  addPapers,
  askForCall,
  findOpenNumber,
  correctRequest,
  ownActRow,
  isCallBegun,
  readOwnActs,
  takeBackCall,
} from './own-acts.ts'
import { getApplication, listApplications, readTimeline, submitApplication } from './applications.ts'
import { caseNumber } from './case-number.ts'
import { askForOther, listHelped } from './for-others.ts'
import { readRequest, withLabels } from './request-body.ts'
import type { Application, PaperRequest } from './schema.ts'
import { listStandings, readStanding } from './standing.ts'
import { typicalDecisionSeconds } from './statuses.ts'

export function applicationRoutes(core: Core) {
  const readParts = async (applications: readonly Application[]): Promise<Parts> => {
    const refused = applications.filter(({ status }) => status === 'rejected').map(({ id }) => id)
    return {
      documents: await readDocuments(
        core,
        applications.map(({ id }) => id),
      ),
      asked: await readUndecidedPaperRequests(core, applications),
      timeline: refused.length > 0 ? await readTimeline(core, refused) : [],
      appealOf: await readOwnAppeals(core.db, applications, core.clock.now()),
    }
  }
  return serveEndpoints(
    core,
    { ...applicationEndpoints, ...ownAppealEndpoints },
    {
      'POST /api/applications': async ({ body, caller, header, idempotencyKey }) => {
        const sent = await submitApplication(core, caller, readRequest(body), {
          idempotencyKey,
          origins: originsOf(core, header('host')),
        })
        return row(sent, await readParts([sent]))
      },

      'POST /api/applications/sending': async ({ body, caller }) => newSendingTicket(core, caller.sessionId, body.key),

      'POST /api/applications/standing': ({ body, client }) => readStanding(core, body, client),

      'GET /api/account/standing': ({ caller }) => listStandings(core, caller.userId),

      'GET /api/applications': async ({ caller, query }) => {
        const { items, nextCursor } = await listApplications(core, caller.userId, query.limit, query.cursor)
        const parts = await readParts(items)
        return { items: items.map((application) => row(application, parts)), next_cursor: nextCursor }
      },

      'GET /api/applications/expected-wait': async () => ({ decision_seconds: await typicalDecisionSeconds(core) }),

      'GET /api/applications/:id': async ({ caller, params }) => {
        const application = await getApplication(core, caller.userId, params.id)
        const documents = await readDocuments(core, [application.id])
        const timeline = await readTimeline(core, [application.id])
        const asked = await readPaperRequests(core, application.id)
        const acts = await readOwnActs(core.db, application.id)
        return {
          ...row(application, {
            documents,
            asked,
            timeline,
            appealOf: await readOwnAppeals(core.db, [application], core.clock.now()),
          }),
          documents: documents.map(toDocumentRow),
          timeline: timeline.map(({ status, reason, createdAt }) => ({ status, reason, created_at: createdAt })),
          paper_requests: asked.map(paperRequestRow),
          own_acts: acts.map(ownActRow),
          call_number: (await findOpenNumber(core, core.db, caller.userId))?.given ?? null,
          call_begun: await isCallBegun(core.db, acts),
        }
      },

      'POST /api/applications/:id/appeal': ({ body, caller, params }) =>
        appealAsApplicant(core, caller.userId, params.id, body.text || null),

      'POST /api/applications/:id/papers': async ({ body, caller, header, params }) => {
        const answer = {
          paperRequestId: body.paper_request_id,
          documents: withLabels(body.documents, body.document_labels ?? []),
          message: body.message || null,
          origins: originsOf(core, header('host')),
        }
        return paperRequestRow(await answerPapers(core, caller.userId, params.id, answer))
      },
    },
  )
}

/** Before those of requests, whose ids their name would be. */
export function forOthersRoutes(core: Documents) {
  return serveEndpoints(core, forOthersEndpoints, {
    'POST /api/applications/for-others': ({ body, caller, header, idempotencyKey }) =>
      askForOther(
        core,
        caller,
        { person: body.person, relation: body.relation, request: readRequest(body) },
        { idempotencyKey, origins: originsOf(core, header('host')) },
      ),
    'GET /api/applications/for-others': async ({ caller }) => ({ items: await listHelped(core, caller.userId) }),
  })
}

export function ownActRoutes(core: Core) {
  return serveEndpoints(core, ownActEndpoints, {
    'POST /api/applications/:id/correction': ({ body, caller, params }) =>
      correctRequest(core, caller.userId, params.id, {
        description: body.description,
        amountRequested: body.amount_requested,
        location: body.location,
        expectedCorrections: body.expected_corrections,
      }),

    'POST /api/applications/:id/added-papers': async ({ body, caller, header, params }) => {
      const papers = {
        documents: withLabels(body.documents, body.document_labels ?? []),
        message: body.message || null,
        origins: originsOf(core, header('host')),
      }
      return ownActRow(await addPapers(core, caller.userId, params.id, papers))
    },

    'POST /api/applications/:id/call': async ({ caller, params }) =>
      ownActRow(await askForCall(core, caller.userId, params.id)),
    'DELETE /api/applications/:id/call': async ({ caller, params }) =>
      ownActRow(await takeBackCall(core, caller.userId, params.id)),
  })
}

function paperRequestRow({ id, text, createdAt, answeredAt, message, closedAt }: PaperRequest) {
  return { id, text, created_at: createdAt, answered_at: answeredAt, message, closed_at: closedAt }
}

/** Parts of a row, for this application and perhaps others. Oldest first. */
interface Parts {
  readonly documents: readonly AttachedDocument[]
  /** Requests for papers; those of decided applications may be left out. */
  readonly asked: readonly PaperRequest[]
  /** Only refused applications need theirs. */
  readonly timeline: Awaited<ReturnType<typeof readTimeline>>
  readonly appealOf: Awaited<ReturnType<typeof readOwnAppeals>>
}

function row(application: Application, { documents, asked, timeline, appealOf }: Parts) {
  const latest = asked.findLast(({ applicationId }) => applicationId === application.id)
  const waited = latest && !latest.answeredAt && !latest.closedAt ? latest : undefined
  const last = timeline.findLast(({ applicationId }) => applicationId === application.id)
  const urls = documents.filter(({ applicationId }) => applicationId === application.id).map(({ url }) => url)
  return {
    id: application.id,
    case_number: caseNumber(application.number),
    user_id: application.userId,
    beneficiary_id: application.beneficiaryId,
    application_type: application.applicationType,
    description: application.description,
    amount_requested: application.amountRequested,
    location: application.location,
    urgency: application.urgency,
    documents_provided: urls.length > 0 ? urls : null,
    status: application.status,
    created_at: application.createdAt,
    due_at: application.waitingSince ? null : application.dueAt,
    waiting_for: waited ? { id: waited.id, text: waited.text, created_at: waited.createdAt } : null,
    papers_answered_at: application.decidedAt ? null : (latest?.answeredAt ?? null),
    refusal_reason: application.status === 'rejected' ? (last?.reason ?? null) : null,
    ...appealOf(application),
    corrections: application.corrections,
  }
}
